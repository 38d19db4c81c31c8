import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { privateFile } from './private-file.ts';

export const SIGNING_ALGORITHM = 'RS256';
export const KEY_FILE = 'identity-signing-key.json';
export const PROJECT_FILE = 'identity-project';
/** Hosted projects must not have this prefix, so that the issuer alone identifies the service. */
const PROJECT_PREFIX = 'botyard-';

const text = z.string().min(1);
const privateKey = z.object({
  kty: z.literal('RSA'),
  n: text,
  e: text,
  d: text,
  p: text,
  q: text,
  dp: text,
  dq: text,
  qi: text,
});
const project = z.string().regex(/^botyard-[a-z0-9]{16}$/);

/** The keys that sign and verify ID tokens. */
export interface SigningKeys {
  readonly projectId: string;
  readonly issuer: string;
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  /** The public half, as published. */
  readonly publicKeys: JSONWebKeySet;
  /** The same for checking tokens. */
  readonly keySet: JWTVerifyGetKey;
}

/**
 * Reads the signing key and the project id from the secrets folder, and creates them at the first start.
 * @throws AppError SIGNING_KEY_UNREADABLE when a file holds something else
 */
export async function openSigningKeys(secretsDir: string): Promise<SigningKeys> {
  const projectId = project.safeParse((await privateFile(secretsDir, PROJECT_FILE, newProject)).trim());
  const jwk = privateKey.safeParse(parsed(await privateFile(secretsDir, KEY_FILE, newKey)));
  const imported = jwk.success && isSound(jwk.data) ? await importJWK(jwk.data, SIGNING_ALGORITHM) : null;
  if (!projectId.success || !jwk.success || imported === null) {
    throw new AppError(
      'SIGNING_KEY_UNREADABLE',
      `The files ${KEY_FILE} and ${PROJECT_FILE} in ${secretsDir} are damaged. Restore them from a backup, or delete both; then all users must sign in again.`,
    );
  }
  const publicKey = { kty: 'RSA', n: jwk.data.n, e: jwk.data.e };
  const keyId = await calculateJwkThumbprint(publicKey);
  if (imported instanceof Uint8Array) throw new Error('Internal error: expected that an RSA key is not a byte string');
  const publicKeys = { keys: [{ ...publicKey, kid: keyId, alg: SIGNING_ALGORITHM, use: 'sig' }] };
  return {
    projectId: projectId.data,
    issuer: issuerOf(projectId.data),
    keyId,
    privateKey: imported,
    publicKeys,
    keySet: createLocalJWKSet(publicKeys),
  };
}

/** Whether the halves of a key fit: a changed digit in the file would otherwise show only when nobody can sign in. */
function isSound(key: z.infer<typeof privateKey>): boolean {
  try {
    const own = createPrivateKey({ key, format: 'jwk' });
    const probe = Buffer.from('sign-in');
    return verify('sha256', probe, createPublicKey(own), sign('sha256', probe, own));
  } catch {
    return false;
  }
}

/** The issuer of a project's ID tokens, ours or hosted. */
function issuerOf(projectId: string): string {
  return `https://securetoken.google.com/${projectId}`;
}

async function newProject(): Promise<string> {
  return `${PROJECT_PREFIX}${randomBytes(8).toString('hex')}\n`;
}

async function newKey(): Promise<string> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { modulusLength: 2_048, extractable: true });
  return JSON.stringify(await exportJWK(pair.privateKey));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
