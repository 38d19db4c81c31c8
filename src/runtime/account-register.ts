import { assert } from '#base/assert.ts';
import { type Cash, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { isLiveKind } from '#engine/bots/registry.ts';
import type { AccountSnapshot, Market } from '#engine/model/account.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import type { Feed } from '#ports/feed.ts';
import type { Database } from '#storage/database/database.ts';
import { loadBotNames, loadRealized, loadUnsampled } from '#storage/recorder/engine-state.ts';
import type { LoadedAccount } from '#storage/recorder/loader.ts';
import type { LiveAccounts } from './live/live-accounts.ts';
import { type NewPaperAccount, type PaperAccount, paperAccount } from './paper-account.ts';

/** What an account that is not in memory yet is opened from. */
export interface AccountSource {
  readonly ownerId: string;
  readonly portfolioId: string;
  readonly snapshot: AccountSnapshot;
  /** Open of the last minute it has processed. */
  readonly minute: Instant;
}

/** The accounts in memory, and the callers that wait for one to catch up. */
export interface AccountRegister {
  readonly accounts: ReadonlyMap<string, PaperAccount>;
  add(paper: PaperAccount): void;
  remove(portfolioId: string): void;
  /** Resolves with the account once it is up to date with the market; with null when there is none or it is removed. */
  joined(portfolioId: string): Promise<PaperAccount | null>;
  /** Reports that the account has caught up with the market. */
  caughtUp(paper: PaperAccount): void;
  /** The users with an account that is not up to date with the market, each once. */
  behindOwners(): readonly string[];
}

/** Creates an empty register. */
export function accountRegister(): AccountRegister {
  const accounts = new Map<string, PaperAccount>();
  const waiting = new Map<string, (() => void)[]>();
  const release = (portfolioId: string): void => {
    for (const resolve of waiting.get(portfolioId) ?? []) resolve();
    waiting.delete(portfolioId);
  };
  return {
    accounts,
    add: (paper) => accounts.set(paper.portfolioId, paper),
    remove(portfolioId) {
      accounts.delete(portfolioId);
      release(portfolioId);
    },
    async joined(portfolioId) {
      while (accounts.get(portfolioId)?.isLagging === true) {
        await new Promise<void>((resolve) => {
          waiting.set(portfolioId, [...(waiting.get(portfolioId) ?? []), resolve]);
        });
      }
      return accounts.get(portfolioId) ?? null;
    },
    caughtUp: (paper) => release(paper.portfolioId),
    behindOwners() {
      const behind = [...accounts.values()].filter(({ isLagging }) => isLagging);
      return [...new Set(behind.map(({ ownerId }) => ownerId))];
    },
  };
}

/** Opens a stored account at its last stored minute; it lags when the market has moved on since. */
export function openPaperAccount(
  source: AccountSource & { readonly tradeSeq: number },
  world: { readonly feed: Feed; readonly market: Market; readonly clock: Instant },
): PaperAccount {
  const { ownerId, portfolioId, minute, tradeSeq } = source;
  assert(minute <= world.clock, 'an account is never ahead of the market');
  return paperAccount({
    ownerId,
    portfolioId,
    account: simulateAccount({ ...source.snapshot, minute }, world.market, world.feed.minute(minute)),
    minute,
    tradeSeq,
    ...newInMemory(),
    isLagging: minute < world.clock,
  });
}

/** What is kept in memory of an account, filled in once its rows are read. */
export const newInMemory = (): Pick<NewPaperAccount, 'isLagging' | 'realized' | 'names'> => ({
  isLagging: false,
  realized: new Map<string, Cash>(),
  names: new Map<string, string>(),
});

/** Opens every stored account. One that has never processed a minute starts at the market's present. */
export async function openLoadedAccounts(
  engine: Database,
  world: { readonly feed: Feed; readonly market: Market; readonly clock: Instant; readonly live: LiveAccounts | null },
  stored: readonly LoadedAccount[],
): Promise<readonly PaperAccount[]> {
  const [names, realized, unsampled] = await Promise.all([
    loadBotNames(engine),
    loadRealized(engine),
    loadUnsampled(engine),
  ]);
  const papers = stored.flatMap((source) => {
    const opened = { ...source, minute: source.snapshot.minute ?? world.clock };
    if (!isLiveKind(source.kind)) return [openPaperAccount(opened, world)];
    return world.live === null ? [] : [world.live.add({ ...opened, ...newInMemory() }, world.clock)];
  });
  const byPortfolio = new Map(papers.map((paper) => [paper.portfolioId, paper]));
  for (const { portfolioId, botId, realized: had } of realized) byPortfolio.get(portfolioId)?.realized.set(botId, had);
  for (const { portfolioId, botId, realized: had } of unsampled) byPortfolio.get(portfolioId)?.parting.set(botId, had);
  for (const { portfolioId, botId, name } of names) {
    const paper = byPortfolio.get(portfolioId);
    paper?.names.set(botId, name);
    if (paper?.realized.has(botId) === false) paper.realized.set(botId, ZERO_CASH);
  }
  return papers;
}
