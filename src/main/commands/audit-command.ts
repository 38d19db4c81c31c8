import { parseArgs } from 'node:util';
import { AppError } from '#base/errors.ts';
import { emailSpellings } from '#identity/email.ts';
import { type AuditCheck, checkAudit } from '#storage/audit/check-audit.ts';
import { readAudit, type ShownRow } from '#storage/audit/read-audit.ts';
import type { Config } from '../config.ts';
import { openOwnerLogin } from '../databases.ts';
import { besideOwner, withOwnLifetime } from './beside-program.ts';
import { notAllowed, parsedOptions } from './command-options.ts';
import { writeText } from './write-text.ts';

const USAGE = 'Usage: audit check [--holds HASH] | audit show [--user EMAIL] [--since TIME]';
const HASH = /^[0-9a-f]{64}$/;
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * `audit check | show`, whether or not the program is running. The exit code of a check is 1 when a row does not fit.
 * @throws AppError COMMAND_UNKNOWN, OPTION_NOT_ALLOWED
 */
export async function auditCommand(config: Config, words: readonly string[]): Promise<void> {
  const [name, ...rest] = words;
  if (name === 'check') return check(config, rest);
  if (name === 'show') return show(config, rest);
  throw new AppError('COMMAND_UNKNOWN', USAGE);
}

async function check(config: Config, words: readonly string[]): Promise<void> {
  const { holds } = parsedOptions(USAGE, () =>
    parseArgs({ args: [...words], options: { holds: { type: 'string' } }, tokens: true }),
  ).values;
  if (holds !== undefined && !HASH.test(holds)) throw notAllowed('--holds', holds, '64 digits, as a check prints them');
  await besideOwner(config, async (ownerUrl) => {
    const found = await checkAudit(ownerUrl, holds ?? null);
    const isHeld = holds === undefined || (found !== null && found.found !== null);
    if (!isHeld || (found !== null && found.complaint !== null)) process.exitCode = 1;
    return found === null ? NONE : sentencesOf(found, holds).join('\n');
  });
}

const NONE = 'There is no audit trail yet; the next start begins one.';

function sentencesOf({ rows, lastHash, complaint, found }: AuditCheck, holds: string | undefined): readonly string[] {
  const held = found === null ? 'No row has this hash: the trail was replaced.' : `Row ${found} has this hash.`;
  return [
    complaint ?? `The audit trail is whole: all ${rows} rows fit.`,
    ...(holds === undefined ? [] : [held]),
    ...(complaint === null && rows > 0 ? [`Hash of the last row, to be kept elsewhere: ${lastHash}`] : []),
  ];
}

async function show(config: Config, words: readonly string[]): Promise<void> {
  const { user, since } = parsedOptions(USAGE, () =>
    parseArgs({ args: [...words], options: { user: { type: 'string' }, since: { type: 'string' } }, tokens: true }),
  ).values;
  const wanted = {
    emails: user === undefined ? null : emailSpellings(user),
    since: since === undefined ? null : timeOf(since),
  };
  await withOwnLifetime(config, async (lifetime, isProgramRunning) => {
    const { url } = await openOwnerLogin(config, lifetime, { isProgramRunning, watchLog: null });
    await readAudit(url, wanted, (reading) =>
      writeText(reading === null ? [`${NONE}\n`] : linesOf(reading.rows), { out: null, isGzip: false }),
    );
  });
}

/** A time without a zone is UTC, as all times of the program. */
function timeOf(text: string): Date {
  const isZoned = /Z$|[+-]\d{2}:\d{2}$/.test(text) || !text.includes('T');
  const time = new Date(isZoned ? text : `${text}Z`);
  if (TIME.test(text) && !Number.isNaN(time.getTime())) return time;
  throw notAllowed('--since', text, 'a UTC day or time, such as 2025-05-04 or 2025-05-04T15:37:00Z');
}

async function* linesOf(batches: AsyncIterable<readonly ShownRow[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${lineOf(row)}\n`).join('');
}

function lineOf({ seq, at, event, email, ownerId, address, details }: ShownRow): string {
  const what = details === '{}' ? [] : [details];
  return [`${seq}`, at, event, email ?? ownerId ?? '-', address ?? '-', ...what].join('  ');
}
