import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const PACKAGE = new URL('../../package.json', import.meta.url);
const PROGRAM = fileURLToPath(new URL('../support/heap-churn.ts', import.meta.url));
/** What lives in the program below is some 70 MB; it reaches 127, and without the setting 339. */
const OLD_SPACE_MAX_BYTES = 170e6;
/** The collector's helpers are left out: on a busy machine they come late, and the program makes more garbage meanwhile. */
const ALONE = '--single-threaded-gc';

/** The options of Node in `npm start`. */
function startOptions(): readonly string[] {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(readFileSync(PACKAGE, 'utf8')));
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

it('with the options of npm start, what has become garbage is collected when it is half of what lives', () => {
  const printed = execFileSync(process.execPath, [...startOptions(), ALONE, PROGRAM], { encoding: 'utf8' });
  const { largest } = z.object({ largest: z.number() }).parse(JSON.parse(printed));
  expect(largest).toBeGreaterThan(40e6);
  expect(largest).toBeLessThan(OLD_SPACE_MAX_BYTES);
});
