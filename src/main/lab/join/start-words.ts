import { parseArgs } from 'node:util';
import { notAllowed, parsedOptions } from '../../commands/command-options.ts';

/** What a start of the program is: all of it, or one part of it on a machine of its own. */
export type Role = 'all' | 'lab';

const USAGE = 'Usage: npm start [-- --roles=lab]';

/**
 * The words after `start`.
 * @throws AppError COMMAND_UNKNOWN, OPTION_NOT_ALLOWED
 */
export function roleOf(words: readonly string[]): Role {
  const { values } = parsedOptions(USAGE, () =>
    parseArgs({ args: [...words], options: { roles: { type: 'string' } }, tokens: true }),
  );
  if (values.roles === undefined) return 'all';
  if (values.roles !== 'lab') throw notAllowed('--roles', values.roles, 'lab, or left out for the whole program');
  return values.roles;
}
