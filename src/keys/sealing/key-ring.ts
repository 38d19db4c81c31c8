import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { replaceFile } from '#files/replace-file.ts';
import { privateFile } from '#identity/private-file.ts';
import { newPrivateKey, type PrivateKey, type PublicKey, privateKeySchema, publicKeySchema } from './sealing-keys.ts';

const PRIVATE_FILE = 'exchange-keys-private.json';
const PUBLIC_FILE = 'exchange-keys-public.json';
const OWNER_ONLY = 0o600;

const ring = z.object({ keys: z.array(privateKeySchema).min(1) });

/** The private halves, oldest first; the last one is what is sealed for now. */
export type KeyRing = readonly PrivateKey[];

/**
 * Makes the first key pair where there is none, and the file of the public half, which alone the web tier reads.
 * @throws AppError SEALING_KEY_UNREADABLE
 */
export async function ensureKeyRing(secretsDir: string): Promise<void> {
  await privateFile(secretsDir, PRIVATE_FILE, async () => JSON.stringify({ keys: [newPrivateKey(1)] }));
  const newest = newestOf(await readKeyRing(secretsDir));
  const published = await readPublicKey(secretsDir).catch(() => null);
  // A rotation that was killed may have left the file behind by a version.
  if (published?.x !== newest.x) await writePublic(secretsDir, newest);
}

/**
 * Reads the private halves; for the engine's signer and the commands alone. Asked anew each time: a rotation in another
 * process counts at once.
 * @throws AppError SEALING_KEY_UNREADABLE
 */
export async function readKeyRing(secretsDir: string): Promise<KeyRing> {
  const read = ring.safeParse(await jsonOf(secretsDir, PRIVATE_FILE));
  if (!read.success) throw unreadable(secretsDir, PRIVATE_FILE);
  return read.data.keys.toSorted((a, b) => a.version - b.version);
}

/**
 * Reads what secrets are sealed for now; all that the web tier needs.
 * @throws AppError SEALING_KEY_UNREADABLE
 */
export async function readPublicKey(secretsDir: string): Promise<PublicKey> {
  const read = publicKeySchema.safeParse(await jsonOf(secretsDir, PUBLIC_FILE));
  if (!read.success) throw unreadable(secretsDir, PUBLIC_FILE);
  return read.data;
}

/** Puts another ring in place: the private file first, so that whatever was sealed can be opened. */
export async function writeKeyRing(secretsDir: string, keys: KeyRing): Promise<void> {
  await replaceFile(path.join(secretsDir, PRIVATE_FILE), JSON.stringify({ keys }), OWNER_ONLY);
  await writePublic(secretsDir, newestOf(keys));
}

/** The key that secrets are sealed for. */
export function newestOf(keys: KeyRing): PrivateKey {
  const newest = keys.at(-1);
  if (newest === undefined) throw new Error('Broken belief: a ring has a key');
  return newest;
}

function writePublic(secretsDir: string, { version, x }: PublicKey): Promise<void> {
  return replaceFile(path.join(secretsDir, PUBLIC_FILE), JSON.stringify({ version, x }), OWNER_ONLY);
}

async function jsonOf(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  } catch {
    return null; // What it should hold is judged by the schema.
  }
}

function unreadable(folder: string, name: string): AppError {
  return new AppError(
    'SEALING_KEY_UNREADABLE',
    `The file ${name} in ${folder} is missing or damaged. Restore it from a backup; without it the exchange keys of all users must be added again.`,
  );
}
