import type { Outcome } from '#base/errors.ts';
import { rate, ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instant, later } from '#base/time.ts';
import type { Market } from '#engine/model/account.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import type { Feed } from '#ports/feed.ts';
import { loadClock } from '#storage/loader.ts';
import { type AccountRegister, accountRegister, loadPaperAccounts } from './account-register.ts';
import { type ChangeFeed, changeFeed, topicsOf } from './change-feed.ts';
import { type EngineLoop, startEngineLoop } from './engine-loop.ts';
import { type EngineStore, engineStore, type StoreJob } from './engine-store.ts';
import { marketClock } from './market-clock.ts';
import type { PaperAccount } from './paper-account.ts';
import { carryOut, openLate, openPortfolio, preview, setWallet } from './paper-commands.ts';
import type { Runtime, RuntimeChange } from './runtime.ts';
import type { LateAccount, PaperRuntimeOptions, Parts } from './runtime-parts.ts';

/** 5 bps against us on every market fill. */
export const PAPER_SLIPPAGE = rate(50_000);

/** The paper market with what only the composition root and the demo may do to it. */
export interface PaperRuntime extends Runtime {
  /** Refuses, changing nothing, when one of the commands is refused; the portfolio's row must be stored. */
  openLate(late: LateAccount): Promise<Outcome<null>>;
  /** Open of the last minute that the account has processed; null when it is not in memory. */
  minuteOf(portfolioId: string): Instant | null;
  /** Stores what is left and ends. */
  stop(): Promise<void>;
}

/** Loads every account and the clock from the database, and runs the market on from there. */
export async function startPaperRuntime(options: PaperRuntimeOptions): Promise<PaperRuntime> {
  const { engine, feed } = options;
  const market: Market = { instruments: feed.instruments, slippage: PAPER_SLIPPAGE };
  const start = (await loadClock(engine)) ?? feed.startMinute;
  const register = accountRegister();
  for (const paper of await loadPaperAccounts(engine, { feed, market, clock: start })) register.add(paper);
  const clock = marketClock(start, options.speed, performance.now());
  return runtimeOf(assemble({ options, market, clock, register }));
}

function assemble(given: Pick<Parts, 'options' | 'market' | 'clock' | 'register'>): Parts {
  const { options, clock, register } = given;
  const { accounts } = register;
  const changes: ChangeFeed = changeFeed({
    minute: clock.minute,
    prices: () => pricesOf(options.feed, loop),
    openBots: () => [...accounts.values()].flatMap(openBotsOf),
  });
  const store: EngineStore = engineStore({
    engine: options.engine,
    instruments: options.feed.instruments,
    accounts,
    clock: clock.minute,
    committed: (job) => announce(changes, job),
    log: options.log,
  });
  const loop: EngineLoop = startEngineLoop({
    feed: options.feed,
    clock,
    accounts,
    isFull: store.isFull,
    whenStored: store.flush,
    minuteClosed: () => changes.moved(),
    caughtUp: (paper) => {
      register.caughtUp(paper);
      changes.touched(paper.ownerId, ['portfolios', 'bots', 'cycles', 'demo']);
    },
    failed: options.failed ?? ((error) => Promise.reject(error)),
  });
  return { ...given, store, loop, changes };
}

function pricesOf({ instruments }: Feed, loop: EngineLoop): RuntimeChange['prices'] {
  const minute = loop.current();
  return [...instruments.keys()].flatMap((symbol) => {
    const candle = minute.candle(symbol);
    return candle === null ? [] : [{ symbol, price: ticks(candle.close) }];
  });
}

function openBotsOf({ ownerId, portfolioId, openCycles }: PaperAccount): RuntimeChange['bots'] {
  return [...openCycles.keys()].map((botId) => ({ ownerId, portfolioId, botId }));
}

/** Rows are announced when they can be read. */
function announce(changes: ChangeFeed, job: StoreJob): void {
  for (const { ownerId, portfolioId, records } of job.batches) {
    changes.touched(ownerId, topicsOf(records));
    for (const record of records) {
      if (record.type === 'bot') changes.botTouched(ownerId, portfolioId, record.bot.botId);
    }
  }
}

function runtimeOf(parts: Parts): PaperRuntime {
  const { options, register, store, loop, clock, changes } = parts;
  const { feed } = options;
  const find = (portfolioId: string) => register.accounts.get(portfolioId) ?? null;
  let isStopped = false;
  return {
    instruments: feed.instruments,
    market: () => ({
      minute: clock.minute(),
      now: later(clock.minute(), CLOSE_OFFSET_MS),
      speed: clock.speed,
      round: feed.round(clock.minute()),
      engine: isStopped ? 'stopped' : isCatchingUp(register) ? 'catching-up' : 'running',
      beatAt: loop.beatAt(),
    }),
    lastPrice: (symbol) => {
      const candle = loop.current().candle(symbol);
      return candle === null ? null : ticks(candle.close);
    },
    openPortfolio: (ownerId, portfolioId) => openPortfolio(parts, ownerId, portfolioId),
    async closePortfolio(portfolioId) {
      // What it has not stored goes with it; after the flush no commit under way knows it any more.
      register.remove(portfolioId);
      await store.flush();
    },
    command: (ownerId, portfolioId, command, extra = {}) => carryOut(parts, { ownerId, portfolioId, command, extra }),
    preview: (portfolioId, command) => preview(parts, portfolioId, command),
    bot: (portfolioId, botId) => find(portfolioId)?.account.bot(botId) ?? null,
    views: (portfolioId, botId) => find(portfolioId)?.account.views(botId) ?? [],
    wallet: (portfolioId) => find(portfolioId)?.account.wallet() ?? null,
    committed: (portfolioId, botId) => find(portfolioId)?.account.committed(botId) ?? ZERO_CASH,
    setWallet: (portfolioId, balance) => setWallet(parts, portfolioId, balance),
    flush: store.flush,
    onChange: changes.subscribe,
    openLate: (late) => openLate(parts, late),
    minuteOf: (portfolioId) => find(portfolioId)?.minute ?? null,
    async stop() {
      isStopped = true;
      await loop.stop();
      await store.stop();
      changes.stop();
    },
  };
}

function isCatchingUp({ accounts }: AccountRegister): boolean {
  return [...accounts.values()].some((paper) => paper.isLagging);
}
