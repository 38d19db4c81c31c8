import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '#base/time.ts';
import { replaceFile } from '#files/replace-file.ts';
import { type Certificate, makeCertificate } from './certificate.ts';

/** In the folder of the simulated exchange; clients are told to trust the certificate. */
export const CERTIFICATE_FILE = path.join('tls', 'certificate.pem');
const KEY_FILE = path.join('tls', 'key.pem');
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY = 0o600;
const READABLE = 0o644;
const YEARS = 10;
/** A certificate that ends sooner is replaced. */
const RENEW_MS = 30 * DAY_MS;
const OWN_NAMES = ['localhost', '127.0.0.1'];

/**
 * The certificate of a folder. A new one is made when there is none, when it does not name a host, or when it ends soon;
 * otherwise it stays the same, so that clients keep trusting it.
 * @param hosts - further names under which the exchange is reached
 */
export async function ownCertificate(folder: string, hosts: readonly string[]): Promise<Certificate> {
  const names = [...new Set([...OWN_NAMES, ...hosts])];
  const stored = await storedCertificate(folder);
  if (stored !== null && isGood(stored, names)) return stored;
  const made = makeCertificate(names, new Date(), YEARS);
  await mkdir(path.join(folder, path.dirname(KEY_FILE)), { recursive: true, mode: OWNER_ONLY_FOLDER });
  await replaceFile(path.join(folder, KEY_FILE), made.key, OWNER_ONLY);
  await replaceFile(path.join(folder, CERTIFICATE_FILE), made.cert, READABLE);
  return made;
}

async function storedCertificate(folder: string): Promise<Certificate | null> {
  const read = (name: string): Promise<string | null> => readFile(path.join(folder, name), 'utf8').catch(() => null);
  const [cert, key] = [await read(CERTIFICATE_FILE), await read(KEY_FILE)];
  return cert === null || key === null ? null : { cert, key };
}

function isGood({ cert, key }: Certificate, names: readonly string[]): boolean {
  try {
    const read = new X509Certificate(cert);
    const isNamed = names.every((name) => read.checkHost(name) !== undefined || read.checkIP(name) !== undefined);
    return isNamed && read.checkPrivateKey(createPrivateKey(key)) && read.validToDate.getTime() - Date.now() > RENEW_MS;
  } catch {
    return false; // What is no certificate is replaced.
  }
}
