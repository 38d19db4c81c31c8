import { accepted, type Outcome, refused } from '#base/errors.ts';
import type { CarriedOut, ConditionsRequest } from '#ports/runtime.ts';
import type { Parts } from '../runtime-parts.ts';
import { type Decision, decide } from './decide.ts';
import { NOT_FOUND, repeatKeyOf } from './paper-commands.ts';
import { pricesAt } from './prices-at.ts';
import { allOrNone, ownAccounts, type Papers } from './together.ts';

/** Sets the exits of several bots in one transaction; a repeat gets the first one's answer. */
export function executeConditions(parts: Parts, request: ConditionsRequest): Promise<Outcome<readonly CarriedOut[]>> {
  return parts.once(repeatKeyOf(request), () => setOnce(parts, request));
}

async function setOnce(parts: Parts, request: ConditionsRequest): Promise<Outcome<readonly CarriedOut[]>> {
  const places = request.changes.map(({ portfolioId }) => portfolioId);
  const papers = await ownAccounts(parts, request.ownerId, places);
  if (papers === null) return NOT_FOUND;
  const outcome = allOrNone(parts, papers, (accounts) => decideAll(parts, accounts, request));
  if (!outcome.ok) return outcome;
  for (const { stored } of outcome.value) parts.store.remember(stored);
  await parts.store.flush();
  return accepted(outcome.value.map(({ carriedOut }) => carriedOut));
}

/** The key of the request is stored once, with the first change: all are in the same transaction. */
function decideAll(
  { options }: Parts,
  papers: Papers,
  { changes, answer, ...sent }: ConditionsRequest,
): readonly Outcome<Decision>[] {
  return changes.map((change, place) => {
    const paper = papers.get(change.portfolioId);
    if (paper === undefined) return refused({ code: 'BOT_NOT_FOUND', detail: 'There is no such bot.' });
    const keyed = place === 0 && answer !== undefined ? { answer } : {};
    return decide(paper, { ...sent, ...change, ...keyed }, (symbols) => pricesAt(options.feed, paper.minute, symbols));
  });
}
