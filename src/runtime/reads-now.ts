import { setImmediate as nextTurn } from 'node:timers/promises';
import { sum } from '#base/exact.ts';
import type { AtomView } from '#engine/model/account.ts';
import type { BotNow, FundsNow, RuntimeReads } from '#ports/runtime.ts';
import type { PaperAccount } from './paper-account.ts';
import type { LiveValues } from './ticks/live-values.ts';

/** A read yields the thread after this much work, wall milliseconds: decisions take precedence. */
const READ_SLICE_MS = 2;

/** Serves the pages' reads of accounts in memory, a slice of work at a time. */
export function readsNow(accounts: ReadonlyMap<string, PaperAccount>, viewsOf: LiveValues['views']): RuntimeReads {
  return {
    botsNow: (addresses) =>
      gathered(
        addresses,
        ({ botId }) => botId,
        ({ portfolioId, botId }) => botNow(accounts.get(portfolioId), botId, viewsOf),
      ),
    fundsNow: (ids) =>
      gathered(
        ids,
        (id) => id,
        (id) => fundsNow(accounts.get(id), viewsOf),
      ),
  };
}

async function gathered<Wanted, Found>(
  wanted: readonly Wanted[],
  keyOf: (one: Wanted) => string,
  find: (one: Wanted) => Found | null,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  let until = performance.now() + READ_SLICE_MS;
  for (const one of wanted) {
    const value = find(one);
    if (value !== null) found.set(keyOf(one), value);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + READ_SLICE_MS;
  }
  return found;
}

function botNow(paper: PaperAccount | undefined, botId: string, viewsOf: LiveValues['views']): BotNow | null {
  const snapshot = paper?.account.bot(botId) ?? null;
  if (paper === undefined || snapshot === null) return null;
  return { snapshot, views: viewsOf(paper, botId), committed: paper.account.committed(botId) };
}

/** Only bots with an open cycle have positions. */
function fundsNow(paper: PaperAccount | undefined, viewsOf: LiveValues['views']): FundsNow | null {
  if (paper === undefined) return null;
  const { account, openCycles } = paper;
  const views: AtomView[] = [];
  for (const botId of openCycles.keys()) views.push(...viewsOf(paper, botId));
  return {
    wallet: account.wallet(),
    unrealized: sum(views.map((view) => view.unrealized)),
    initialMargin: sum(views.map((view) => view.initialMargin)),
    committed: account.committed(),
  };
}
