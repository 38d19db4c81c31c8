import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, later } from '#base/time.ts';
import { opensMinute, parseTime } from '#market/candle-files/csv/csv-time.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The period given by the options of a command; null for a missing option. */
export interface StretchOptions {
  /** Open of the first minute. */
  readonly from: Instant | null;
  /** Open of the minute after the last one. */
  readonly to: Instant | null;
}

/**
 * Reads `--from` and `--to`, UTC days or minutes. A day as the end includes the whole day; a minute as the end is
 * itself excluded (domain document, section 1).
 * @throws AppError OPTION_NOT_ALLOWED
 */
export function stretchOptions({ from, to }: { from?: string | undefined; to?: string | undefined }): StretchOptions {
  const begin = instantOption('--from', from);
  const named = instantOption('--to', to);
  const end = named !== null && to !== undefined && DAY.test(to) ? later(named, DAY_MS) : named;
  if (begin === null || end === null || begin < end) return { from: begin, to: end };
  throw new AppError('OPTION_NOT_ALLOWED', `--from ${from} is not before --to ${to}: no minute lies between them.`);
}

function instantOption(option: string, text: string | undefined): Instant | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (time !== null && opensMinute(time)) return time;
  throw notAllowed(option, text, 'a UTC day or minute, such as 2025-05-04 or 2025-05-04T15:37');
}

/** The error for an option with an invalid value. */
export function notAllowed(option: string, text: string, allowed: string): AppError {
  return new AppError('OPTION_NOT_ALLOWED', `${option} cannot be ${JSON.stringify(text)}: it must be ${allowed}.`);
}

interface Parsed {
  readonly tokens: readonly { readonly kind: string; readonly name?: string }[];
}

/**
 * Parses the options of a command. Errors of the system's parser keep its words, followed by the usage; a repeated
 * option, of which the parser would take the last, is refused.
 * @param repeatable - options that may be given several times
 * @throws AppError COMMAND_UNKNOWN
 */
export function parsedOptions<T extends Parsed>(usage: string, parse: () => T, repeatable: readonly string[] = []): T {
  const parsed = attempted(usage, parse);
  const names = parsed.tokens.flatMap(({ kind, name }) => (kind === 'option' && name !== undefined ? [name] : []));
  const repeated = names.find((name, index) => names.indexOf(name) !== index && !repeatable.includes(name));
  if (repeated === undefined) return parsed;
  throw new AppError('COMMAND_UNKNOWN', `--${repeated} is given twice.\n${usage}`);
}

function attempted<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new AppError('COMMAND_UNKNOWN', `${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
