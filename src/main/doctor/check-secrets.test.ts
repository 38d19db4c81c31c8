import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { openSigningKeys } from '#identity/signing-keys.ts';
import { ensureKeyRing } from '#keys/sealing/key-ring.ts';
import { damage } from '../../../tests/support/damage.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { checkSecrets } from './check-secrets.ts';

const FILES = [
  'identity-signing-key.json',
  'identity-project',
  'exchange-keys-private.json',
  'exchange-keys-public.json',
];

let parent: string;
let sound: string;
beforeAll(async () => {
  parent = mkdtempSync(path.join(tmpdir(), 'botyard-secrets-'));
  sound = path.join(parent, 'sound');
  await openSigningKeys(sound);
  await ensureKeyRing(sound);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** The sentence with which a start on these secrets ends; null when it goes on. */
async function startOn(folder: string): Promise<string | null> {
  try {
    await openSigningKeys(folder);
    await ensureKeyRing(folder);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

it('damaged secrets end the start with a sentence that names the file and the way out, which the doctor says too', async () => {
  expect((await checkSecrets(sound)).complaints).toEqual([]);
  await checkCases(60, async (dice) => {
    const folder = path.join(parent, String(dice.between(0, 2 ** 30)));
    cpSync(sound, folder, { recursive: true });
    const name = FILES[dice.between(0, FILES.length - 1)] ?? '';
    const kind = damage(path.join(folder, name), dice);
    const sentence = await startOn(folder);
    expect((await checkSecrets(folder)).complaints).toEqual(sentence === null ? [] : [sentence]);
    if (sentence !== null) {
      expect(sentence).toContain(name);
      expect(sentence).toMatch(/Restore (it|them) from a backup, or delete/);
    }
    // The public key is written anew from the private one; a name of the project may be any other.
    if (kind !== 'changed' && name !== 'exchange-keys-public.json') expect(sentence).not.toBeNull();
  });
});
