import { type Outcome, type Reason, refused } from '#base/errors.ts';
import { ticks } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { warmUpMs } from '#engine/bots/warm-up.ts';
import { PAPER_SLIPPAGE } from '#engine/matching/paper-slippage.ts';
import type { AccountSnapshot, Market } from '#engine/model/account.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import type { Feed } from '#ports/feed.ts';
import type { Runtime, RuntimeChange, UserCommand } from '#ports/runtime.ts';
import { loadExcludedSymbols } from '#storage/asset-notes.ts';
import { readOnceReachable } from '#storage/database/read-once-reachable.ts';
import { type LoadedAccount, loadAccounts, loadClock, loadLivePortfolios } from '#storage/recorder/loader.ts';
import { accountRegister, openLoadedAccounts } from './account-register.ts';
import { type ChangeFeed, changeFeed, topicsOf } from './change-feed.ts';
import { setAssetNote } from './commands/asset-note.ts';
import { executeChanges, previewChanges } from './commands/execute-changes.ts';
import { executeMoves } from './commands/execute-moves.ts';
import {
  closePortfolio,
  executeCommand,
  openLate,
  openPortfolio,
  preview,
  removeEmptyPortfolio,
} from './commands/paper-commands.ts';
import { roomRefusals } from './commands/room-for-bots.ts';
import { sameAnswer } from './commands/same-answer.ts';
import { type EngineLoop, startEngineLoop } from './engine-loop.ts';
import { type EngineStore, engineStore, type StoreJob } from './engine-store.ts';
import { exclusions } from './exclusions.ts';
import type { JournalDraft } from './live/journal/journal-draft.ts';
import { LiveAccounts } from './live/live-accounts.ts';
import type { PaperAccount } from './paper-account.ts';
import { readsNow } from './reads-now.ts';
import type { LateAccount, PaperRuntimeOptions, Parts } from './runtime-parts.ts';
import { type LiveValues, openLiveValues } from './ticks/live-values.ts';
import { deleteInterestInTime } from './upkeep/delete-old-interest.ts';
import { deleteLogsAfter } from './upkeep/delete-old-logs.ts';
import { deleteOldVenueEvents } from './upkeep/delete-old-venue-events.ts';
import { forgetOldAnswers } from './upkeep/forget-old-answers.ts';
import { saveOrderDays } from './upkeep/save-order-days.ts';

/** The engine of paper accounts, with the calls that only its own thread may make. */
export interface PaperRuntime extends Runtime {
  /** Why an owner has no room for the bots that commands create, as things stand now; empty when there is room. */
  roomRefusals(ownerId: string, commands: readonly UserCommand[]): readonly Reason[];
  /** Refuses, changing nothing, when one of the commands is refused; the portfolio's row must be stored. */
  openLate(late: LateAccount): Promise<Outcome<null>>;
  /** Removes the account with its bots; its pending records are stored first or dropped with it. */
  closePortfolio(portfolioId: string): Promise<void>;
  /** Open of the last minute processed by the account; null when it is not in memory. */
  minuteOf(portfolioId: string): Instant | null;
  /** Resolves when everything decided so far is stored. */
  flush(): Promise<void>;
  /** Stores what is pending and stops. */
  stop(): Promise<void>;
}

/**
 * Loads every account and its minute from the database and follows the feed from there, starting with the minutes that
 * closed meanwhile. Waits until the database answers and the feed has the minutes of every symbol that a bot trades.
 * @throws AppError as `hold` of the feed does; an AbortError once the signal of the options is given
 */
export async function startPaperRuntime(options: PaperRuntimeOptions): Promise<PaperRuntime> {
  const { engine, feed, log, signal } = options;
  const market: Market = { instruments: feed.instruments, slippage: PAPER_SLIPPAGE };
  const wait = { waiting: 'The engine waits', log, signal };
  const read = <T>(work: () => Promise<T>): Promise<T> => readOnceReachable(work, wait);
  const paperAccounts = await read(() => loadAccounts(engine));
  const liveAccounts = options.live === undefined ? [] : await read(() => loadLivePortfolios(engine));
  const stored = [...paperAccounts, ...liveAccounts];
  const start = (await read(() => loadClock(engine))) ?? feed.closed();
  const since = Math.min(start, ...stored.map((account) => firstRead(account, start)));
  await feed.hold(new Set(stored.flatMap(symbolsOf)), instantOf(since));
  await reached(feed, start, signal);
  const register = accountRegister();
  const excluded = exclusions(await read(() => loadExcludedSymbols(engine)));
  const opened = stored.map((account) => ({
    ...account,
    snapshot: { ...account.snapshot, excluded: excluded.of(account.ownerId) },
  }));
  const announceLive = { draft: (_draft: JournalDraft): void => {} };
  const exchangeAccounts =
    options.live === undefined
      ? null
      : new LiveAccounts({
          ...options.live,
          ...{ feed, market, log },
          stored: (draft) => announceLive.draft(draft),
          failed: options.failed ?? ((error) => Promise.reject(error)),
        });
  const world = { feed, market, clock: start, live: exchangeAccounts };
  const papers = await read(() => openLoadedAccounts(engine, world, opened));
  for (const paper of papers) register.add(paper);
  const parts = assemble({ options, market, register, exclusions: excluded, exchangeAccounts }, start);
  announceLive.draft = ({ batches, commands }) =>
    announce(parts.changes, parts.live, { batches, commands, notes: [], clock: parts.minute() });
  exchangeAccounts?.minuteClosed(parts.loop.current()); // Opens the accounts.
  return runtimeOf(parts);
}

/** A feed that was opened without its exchange may be behind the engine until it has caught up. */
function reached(feed: Feed, minute: Instant, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = feed.onClosed(() => look());
    const look = (): void => {
      if (feed.closed() < minute) return;
      leave();
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      leave();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
    else look();
  });
}

/** The oldest minute that an account's next decisions may read. */
function firstRead({ snapshot }: LoadedAccount, start: Instant): number {
  return (snapshot.minute ?? start) - Math.max(0, ...snapshot.bots.map(({ bot }) => warmUpMs(bot)));
}

function symbolsOf({ snapshot }: LoadedAccount): readonly string[] {
  return snapshot.bots.flatMap(({ bot }) => bot.symbols);
}

function assemble(
  given: Pick<Parts, 'options' | 'market' | 'register' | 'exclusions' | 'exchangeAccounts'>,
  start: Instant,
): Parts {
  const { options, register, exchangeAccounts } = given;
  const { accounts } = register;
  const minute = (): Instant => loop.current().time;
  const changes: ChangeFeed = changeFeed({
    minute,
    prices: () => pricesOf(options.feed, loop, live),
    openBots: () => [...accounts.values()].flatMap(openBotsOf),
    told: (change) => live.told(change),
  });
  const live = openLiveValues({
    openQuotes: options.openQuotes,
    instruments: options.feed.instruments,
    accounts,
    minute,
    closeIn: (symbol, time) => options.feed.minute(time).candle(symbol)?.close ?? null,
    botMoved: ({ ownerId, portfolioId, botId }) => changes.botTouched(ownerId, portfolioId, botId),
    priceMoved: changes.priceMoved,
  });
  live.follow([...accounts.values()].flatMap(({ account }) => openSymbols(account.snapshot())));
  const store: EngineStore = engineStore({
    engine: options.engine,
    memberId: options.memberId,
    instruments: options.feed.instruments,
    accounts,
    clock: minute,
    committed: (job) => announce(changes, live, job),
    log: options.log,
  });
  const loop: EngineLoop = startEngineLoop({
    feed: options.feed,
    start,
    accounts,
    isHeldUp: () => store.trouble() !== null,
    isFull: store.isFull,
    whenStored: store.flush,
    minuteClosed: (closed) => {
      exchangeAccounts?.minuteClosed(closed);
      changes.moved();
    },
    caughtUp: (paper) => {
      register.caughtUp(paper);
      changes.touched(paper.ownerId, ['portfolios', 'bots', 'cycles', 'demo']);
    },
    failed: options.failed ?? ((error) => Promise.reject(error)),
  });
  return { ...given, minute, store, loop, changes, live, once: sameAnswer() };
}

/** For every symbol the latest price since the last closed minute, or the close of that minute when there is none. */
function pricesOf({ instruments }: Feed, loop: EngineLoop, live: LiveValues): RuntimeChange['prices'] {
  const minute = loop.current();
  const at = later(minute.time, CLOSE_OFFSET_MS);
  return [...instruments.keys()].flatMap((symbol) => {
    const candle = minute.candle(symbol);
    const latest = live.price(symbol) ?? (candle === null ? null : { price: ticks(candle.close), at });
    return latest === null ? [] : [{ symbol, ...latest }];
  });
}

function openSymbols({ bots }: AccountSnapshot): readonly string[] {
  return bots.flatMap(({ bot }) => bot.atoms.filter(({ cycle }) => cycle !== null).map(({ symbol }) => symbol));
}

function openBotsOf({ ownerId, portfolioId, openCycles }: PaperAccount): RuntimeChange['bots'] {
  return [...openCycles.keys()].map((botId) => ({ ownerId, portfolioId, botId }));
}

/** Rows are announced once they can be read. A command may change its bot or portfolio without leaving a record. */
function announce(changes: ChangeFeed, live: LiveValues, job: StoreJob): void {
  for (const { ownerId } of job.commands) changes.touched(ownerId, ['bots', 'portfolios']);
  for (const { ownerId } of job.notes) changes.touched(ownerId, ['assets']);
  for (const { ownerId, portfolioId, records } of job.batches) {
    changes.touched(ownerId, topicsOf(records));
    live.follow(records.flatMap((record) => (record.type === 'cycle' ? [record.symbol] : [])));
    for (const record of records) {
      if (record.type === 'bot') changes.botTouched(ownerId, portfolioId, record.bot.botId);
    }
  }
}

function runtimeOf(parts: Parts): PaperRuntime {
  const { options, register, store, loop, minute, changes, live } = parts;
  const { feed } = options;
  let isStopped = false;
  const forgetting = forgetOldAnswers(options);
  const saving = saveOrderDays({ ...options, now: minute });
  const deleting = [
    deleteLogsAfter({ ...options, now: minute }),
    deleteInterestInTime({ ...options, now: minute }),
    deleteOldVenueEvents(options),
  ];
  return {
    instruments: feed.instruments,
    market: () => ({
      minute: minute(),
      now: later(minute(), CLOSE_OFFSET_MS),
      speed: options.speed,
      round: feed.round(minute()),
      engine: isStopped ? 'stopped' : activityOf(parts),
      behindOwners: register.behindOwners(),
      storeTrouble: store.trouble(),
      decidedAt: loop.decidedAt(),
      beatAt: loop.beatAt(),
      closed: feed.closed(),
    }),
    lastPrice: (symbol) => {
      const candle = loop.current().candle(symbol);
      return candle === null ? null : ticks(candle.close);
    },
    openPortfolio: (ownerId, portfolioId) => openPortfolio(parts, ownerId, portfolioId),
    deletePortfolio: (request) => removeEmptyPortfolio(parts, request),
    closePortfolio: (portfolioId) => closePortfolio(parts, portfolioId),
    command: (request) => executeCommand(parts, request),
    setConditions: (request) => executeChanges(parts, request),
    applyVersions: (request) => executeChanges(parts, request),
    previewVersions: (request) => previewChanges(parts, request),
    moveBots: (request) => executeMoves(parts, request),
    setAssetNote: (request) => setAssetNote(parts, request),
    exchangeAccount: async (ownerId) => parts.exchangeAccounts?.now(ownerId) ?? null,
    setCaps: (request) => sentLive(parts, (accounts) => accounts.setCaps(request)),
    setHalt: (request) => sentLive(parts, (accounts) => accounts.setHalt(request)),
    preview: (request) => preview(parts, request),
    ...readsNow({ accounts: register.accounts, viewsOf: live.views, bar: feed.bar }),
    flush: store.flush,
    onChange: (listener) => {
      // Listeners have just read the present state, so only differences from it are sent.
      const bots = [...register.accounts.values()].flatMap(openBotsOf);
      live.told({ minute: minute(), prices: pricesOf(feed, loop, live), bots, touched: [] });
      return changes.subscribe(listener);
    },
    roomRefusals: (ownerId, commands) => roomRefusals(register.accounts.values(), ownerId, commands),
    openLate: (late) => openLate(parts, late),
    minuteOf: (portfolioId) => register.accounts.get(portfolioId)?.minute ?? null,
    async stop() {
      isStopped = true;
      await loop.stop();
      await parts.exchangeAccounts?.stop();
      await store.stop();
      await Promise.all([forgetting, saving, ...deleting].map((upkeep) => upkeep.stop()));
      changes.stop();
      live.close();
    },
  };
}

/** Refuses with LIVE_REFUSED and the reasons for which the account cannot be opened. */
async function sentLive<T>(
  { exchangeAccounts }: Parts,
  act: (accounts: LiveAccounts) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return exchangeAccounts === null ? refused(NO_LIVE) : act(exchangeAccounts);
}

const NO_LIVE = { code: 'LIVE_REFUSED', detail: 'This program sends no real orders.' };

/** From this many minutes behind the market the engine reports that it is catching up; a few are always in flight. */
const BEHIND_MINUTES = 5;

function activityOf(parts: Parts): 'running' | 'catching-up' | 'paused' {
  if (parts.store.trouble() !== null) return 'paused';
  return parts.options.feed.closed() - parts.minute() > BEHIND_MINUTES * MINUTE_MS ? 'catching-up' : 'running';
}
