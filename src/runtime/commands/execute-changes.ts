import { accepted, type Outcome, refused } from '#base/errors.ts';
import type { CarriedOut, ConditionsRequest, VersionsRequest } from '#ports/runtime.ts';
import type { Parts } from '../runtime-parts.ts';
import { type Decision, decide } from './decide.ts';
import { holdWindows, NOT_FOUND, repeatKeyOf } from './paper-commands.ts';
import { pricesAt } from './prices-at.ts';
import { allOrNone, ownAccounts, type Papers, tryOnCopies } from './together.ts';

/** A command to each of several bots. */
type ChangesRequest = ConditionsRequest | VersionsRequest;

/** Changes several bots in one transaction; a repeat gets the first one's answer. */
export function executeChanges(parts: Parts, request: ChangesRequest): Promise<Outcome<readonly CarriedOut[]>> {
  return parts.once(repeatKeyOf(request), () => changeOnce(parts, request));
}

async function changeOnce(parts: Parts, request: ChangesRequest): Promise<Outcome<readonly CarriedOut[]>> {
  const papers = await changedAccounts(parts, request);
  if (papers === null) return NOT_FOUND;
  const outcome = allOrNone(parts, papers, (accounts) => decideAll(parts, accounts, request));
  if (!outcome.ok) return outcome;
  for (const { stored } of outcome.value) parts.store.remember(stored);
  await parts.store.flush();
  return accepted(outcome.value.map(({ carriedOut }) => carriedOut));
}

/** What the same changes would do, each after those before it. */
export async function previewChanges(parts: Parts, request: ChangesRequest): Promise<Outcome<readonly CarriedOut[]>> {
  const papers = await changedAccounts(parts, request);
  if (papers === null) return NOT_FOUND;
  const outcome = tryOnCopies(parts, papers, (accounts) => decideAll(parts, accounts, request));
  return outcome.ok ? accepted(outcome.value.map(({ carriedOut }) => carriedOut)) : outcome;
}

async function changedAccounts(parts: Parts, { ownerId, changes }: ChangesRequest): Promise<Papers | null> {
  for (const change of changes) await holdWindows(parts, change);
  return ownAccounts(
    parts,
    ownerId,
    changes.map(({ portfolioId }) => portfolioId),
  );
}

/** The key of the request is stored once, with the first change: all are in the same transaction. */
function decideAll(
  { options }: Parts,
  papers: Papers,
  { changes, answer, ...sent }: ChangesRequest,
): readonly Outcome<Decision>[] {
  return changes.map((change, place) => {
    const paper = papers.get(change.portfolioId);
    if (paper === undefined) return refused({ code: 'BOT_NOT_FOUND', detail: 'There is no such bot.' });
    const keyed = place === 0 && answer !== undefined ? { answer } : {};
    return decide(paper, { ...sent, ...change, ...keyed }, (symbols) => pricesAt(options.feed, paper.minute, symbols));
  });
}
