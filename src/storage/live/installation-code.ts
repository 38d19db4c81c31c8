import { randomInt } from 'node:crypto';
import { assert } from '#base/assert.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Database } from '../database/database.ts';

const LENGTH = 4;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const DRAWS_MAX = 20;

/** A code of this installation, and since when it names orders; wall time. */
export interface InstallationCode {
  readonly code: string;
  readonly drawnAt: Instant;
}

/** The code that names new orders of this installation; drawn when there is none. */
export async function installationCode(engine: Database): Promise<string> {
  const [newest] = await installationCodes(engine);
  if (newest !== undefined) return newest.code;
  await engine.db
    .insertInto('installationCodes')
    .values({ code: drawCode([]), drawnAt: new Date() })
    .execute();
  return installationCode(engine);
}

/** All codes that orders of this installation may bear, the newest first. */
export async function installationCodes({ db }: Database): Promise<readonly InstallationCode[]> {
  const rows = await db
    .selectFrom('installationCodes')
    .selectAll()
    .orderBy('drawnAt', 'desc')
    .orderBy('code')
    .execute();
  return rows.map(({ code, drawnAt }) => ({ code, drawnAt: instantOf(drawnAt.getTime()) }));
}

/** A random code that is none of these. */
export function drawCode(earlier: readonly string[]): string {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    if (!earlier.includes(code)) return code;
  }
  assert(false, 'a code is free');
}
