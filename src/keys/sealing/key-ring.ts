import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { replaceFile } from '#files/replace-file.ts';
import { privateFile } from '#identity/private-file.ts';
import { newPrivateKey, type PrivateKey, type PublicKey, privateKeySchema, publicKeySchema } from './sealing-keys.ts';

export const PRIVATE_FILE = 'exchange-keys-private.json';
const PUBLIC_FILE = 'exchange-keys-public.json';
const OWNER_ONLY = 0o600;

const ring = z.object({ keys: z.array(privateKeySchema).min(1) });

/** The private keys, oldest first; secrets are sealed for the last one. */
export type KeyRing = readonly PrivateKey[];

/**
 * Creates the first key pair if there is none, and the file of the public key, which is all that the web tier reads.
 * @throws AppError SEALING_KEY_UNREADABLE
 */
export async function ensureKeyRing(secretsDir: string): Promise<void> {
  await privateFile(secretsDir, PRIVATE_FILE, async () => JSON.stringify({ keys: [newPrivateKey(1)] }));
  const newest = newestOf(await readKeyRing(secretsDir));
  const published = await readPublicKey(secretsDir).catch(() => null);
  // A killed rotation may have left the public file one version behind.
  if (published?.x !== newest.x) await writePublic(secretsDir, newest);
}

/**
 * Reads the private keys; only for the engine's signer and the commands. Read for each use, so that a rotation in
 * another process takes effect at once.
 * @throws AppError SEALING_KEY_UNREADABLE
 */
export async function readKeyRing(secretsDir: string): Promise<KeyRing> {
  const read = ring.safeParse(await jsonOf(secretsDir, PRIVATE_FILE));
  if (!read.success) throw unreadable(secretsDir, PRIVATE_FILE);
  return read.data.keys.toSorted((a, b) => a.version - b.version);
}

/**
 * Reads the public key that secrets are sealed for; all that the web tier needs.
 * @throws AppError SEALING_KEY_UNREADABLE
 */
export async function readPublicKey(secretsDir: string): Promise<PublicKey> {
  const read = publicKeySchema.safeParse(await jsonOf(secretsDir, PUBLIC_FILE));
  if (!read.success) throw unreadable(secretsDir, PUBLIC_FILE);
  return read.data;
}

/** Replaces the ring: the private file first, so that everything sealed can be opened. */
export async function writeKeyRing(secretsDir: string, keys: KeyRing): Promise<void> {
  await replaceFile(path.join(secretsDir, PRIVATE_FILE), JSON.stringify({ keys }), OWNER_ONLY);
  await writePublic(secretsDir, newestOf(keys));
}

/** The key that secrets are sealed for. */
export function newestOf(keys: KeyRing): PrivateKey {
  const newest = keys.at(-1);
  if (newest === undefined) throw new Error('Internal error: expected that a ring has a key');
  return newest;
}

function writePublic(secretsDir: string, { version, x }: PublicKey): Promise<void> {
  return replaceFile(path.join(secretsDir, PUBLIC_FILE), JSON.stringify({ version, x }), OWNER_ONLY);
}

async function jsonOf(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  } catch {
    return null; // The schema refuses it.
  }
}

function unreadable(folder: string, name: string): AppError {
  return new AppError(
    'SEALING_KEY_UNREADABLE',
    `The file ${name} in ${folder} is missing or damaged. Restore it from a backup, or delete it; then the exchange keys of all users must be added again.`,
  );
}
