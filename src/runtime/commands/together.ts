import { setImmediate as nextTurn } from 'node:timers/promises';
import { assert } from '#base/assert.ts';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { type PaperAccount, paperAccount } from '../paper-account.ts';
import type { Parts } from '../runtime-parts.ts';
import { refuseUnstorable } from './paper-commands.ts';

/** Accounts by portfolio. */
export type Papers = ReadonlyMap<string, PaperAccount>;

/**
 * The owner's accounts once all have caught up and stand at the same minute, so that nothing that is told between them is
 * ahead or behind. Whoever awaited them acts in the same turn.
 * @returns null when one of them does not exist
 * @throws AppError DISK_FULL, DATABASE_UNAVAILABLE
 */
export async function ownAccounts(
  parts: Parts,
  ownerId: string,
  portfolioIds: Iterable<string>,
): Promise<Papers | null> {
  const wanted = [...new Set(portfolioIds)];
  for (;;) {
    for (const id of wanted) await parts.register.joined(id);
    refuseUnstorable(parts);
    const papers = wanted.flatMap((id) => parts.register.accounts.get(id) ?? []);
    if (papers.length < wanted.length || papers.some((paper) => paper.ownerId !== ownerId)) return null;
    const isTogether = papers.every(({ minute, isLagging }) => !isLagging && minute === papers[0]?.minute);
    if (isTogether) return new Map(papers.map((paper) => [paper.portfolioId, paper]));
    await nextTurn(); // A minute reaches the accounts in slices; the rest of this one is due at once.
  }
}

/**
 * Does something to several accounts whole or not at all: first to copies of them, which decide as they would, and if none
 * of its parts is refused, to the accounts themselves.
 */
export function allOrNone<T>(
  { options, market }: Pick<Parts, 'options' | 'market'>,
  papers: Papers,
  act: (papers: Papers) => readonly Outcome<T>[],
): Outcome<readonly T[]> {
  const tried = tryOnCopies({ options, market }, papers, act);
  if (!tried.ok) return tried;
  return accepted(
    act(papers).map((outcome) => {
      assert(outcome.ok, 'an account decides as its copy did');
      return outcome.value;
    }),
  );
}

/** What doing it would do, or the reasons of every part that is refused; the accounts stay as they are. */
export function tryOnCopies<T>(
  { options, market }: Pick<Parts, 'options' | 'market'>,
  papers: Papers,
  act: (papers: Papers) => readonly Outcome<T>[],
): Outcome<readonly T[]> {
  const copies = new Map([...papers].map(([id, paper]) => [id, copyOf(paper, market, options)]));
  const outcomes = act(copies);
  const reasons = outcomes.flatMap((outcome, place) => (outcome.ok ? [] : placed(outcome.reasons, place)));
  if (reasons.length > 0) return refused(BOTS_REFUSED, ...reasons);
  return accepted(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])));
}

const BOTS_REFUSED: Reason = { code: 'BOTS_REFUSED', detail: 'Nothing was changed: at least one bot is refused.' };

/** Reasons under the place of their bot in the request. What only names the field of a call to one bot is left out. */
function placed(reasons: readonly Reason[], place: number): readonly Reason[] {
  const told = reasons[0]?.path === undefined ? reasons.slice(0, 1) : reasons;
  return told.map((reason) => ({ ...reason, path: [place] }));
}

function copyOf(paper: PaperAccount, market: Parts['market'], { feed }: Parts['options']): PaperAccount {
  return paperAccount({
    ...paper,
    account: simulateAccount(paper.account.snapshot(), market, feed.minute(paper.minute)),
    names: new Map(paper.names),
    realized: new Map(paper.realized),
    parting: new Map(paper.parting),
  });
}
