import { createHash, randomBytes } from 'node:crypto';

const LENGTH = 12;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** An unguessable id of 12 lower-case base32 characters (60 bits). */
export function randomId(): string {
  return written(randomBytes(LENGTH));
}

/** The id derived from an idempotency key, so that a repeat after a crash finds its first effect. */
export function derivedId(ownerId: string, call: string, key: string): string {
  return written(
    createHash('sha256')
      .update(JSON.stringify([ownerId, call, key]))
      .digest(),
  );
}

function written(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
