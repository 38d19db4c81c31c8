import { assert } from '#base/assert.ts';
import type { StoredCommand } from '#storage/recorder/recorder.ts';
import type { PaperAccount } from '../paper-account.ts';
import { decide } from './decide.ts';

/**
 * Has an account exclude a symbol from new cycles, or let it in again, between two minutes.
 * @returns the command as it must be stored
 */
export function excludeSymbol(paper: PaperAccount, symbol: string, isExcluded: boolean): StoredCommand {
  const { ownerId, portfolioId } = paper;
  const command = { type: 'set-excluded', symbol, isExcluded } as const;
  const outcome = decide(paper, { ownerId, portfolioId, command }, () => ({}));
  assert(outcome.ok, 'an exclusion is never refused');
  return outcome.value.stored;
}
