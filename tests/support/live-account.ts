import { assert } from '#base/assert.ts';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { cash, ZERO_CASH } from '#base/exact.ts';
import { later, MINUTE_MS, startOf } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { AtomState } from '#engine/model/atom.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import type { LiveState } from '#runtime/live/account-state.ts';
import { ExchangeAccount } from '#runtime/live/exchange-account.ts';
import { emptyJournal, type JournalDraft } from '#runtime/live/journal/journal-draft.ts';
import { openLivePortfolio } from '#runtime/live/live-portfolio.ts';
import { LiveOrders } from '#runtime/live/orders/live-order.ts';
import { commandAccount } from '#runtime/paper-account.ts';
import { allRows } from './all-rows.ts';
import type { SimulatedVenue } from './simulated-venue.ts';
import { until } from './until.ts';

export const WIDE_CAPS: LiveState['caps'] = {
  botNotional: cashFrom('100000'),
  accountNotional: cashFrom('100000'),
  ordersPerMinute: 1_000,
  dailyLoss: cashFrom('100000'),
  priceBand: rateFrom('0.5'),
};

/** Asking more often would use up the request budget of the account under test. */
const ASKED_EVERY_MS = 200;

/** Reads again while the exchange, as it is set up, gives no answer. */
export async function patient<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof AppError) || tries >= 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** An exchange account with one live portfolio at the simulated exchange; its transactions go to a list. */
export async function openLiveAccount(world: SimulatedVenue, leverage = 5) {
  const venue = await world.venue();
  const { symbol, wire } = world;
  const instrument = await patient(() => venue.instrument(symbol));
  assert(instrument !== null, 'the symbol is listed');
  await venue.setLeverage(symbol, leverage);
  await venue.setMarginType(symbol, 'isolated');
  const instruments = new Map([[symbol, instrument]]);
  const minuteAt = async (time: number): Promise<MarketMinute> => {
    const open = startOf(later(wire.simulation.now(), time - wire.simulation.now()), MINUTE_MS);
    const [candle] = await patient(() =>
      world.exchange().market.candles(instrument, { interval: '1m', from: open, to: open, limit: 1 }),
    );
    assert(candle !== undefined && candle.time === open, 'the exchange has closed the minute');
    return {
      time: open,
      candle: (asked) => (asked === symbol ? candle : null),
      mark: () => null,
      funding: () => null,
      range: () => null,
      bar: () => null,
    };
  };
  await wire.pass(MINUTE_MS);
  const last = await minuteAt(wire.simulation.now() - MINUTE_MS);
  const portfolio = openLivePortfolio(
    {
      ownerId: 'ann',
      portfolioId: 'p',
      snapshot: { wallet: ZERO_CASH, limit: null, minute: last.time, bots: [] },
      minute: last.time,
      isLagging: false,
      tradeSeq: 1,
      realized: new Map(),
      names: new Map([['bot', 'Bot']]),
    },
    { market: { instruments, slippage: cash(0) as never }, last },
  );
  const drafts: JournalDraft[] = [];
  const records: AccountRecord[] = [];
  const state: LiveState = {
    accountId: venue.account,
    ownerId: 'ann',
    fence: 1,
    venue,
    instruments,
    portfolios: new Map([['p', portfolio]]),
    orders: new LiveOrders(),
    nameOrder: ({ number, leg }) => `q1-${leg}-${number}`,
    nextIntent: 1,
    caps: WIDE_CAPS,
    halts: { account: null, all: null, bots: new Map() },
    isSynced: false,
    blocked: { kind: 'symbols', symbols: new Set() },
    booked: new Set(),
    notBefore: new Map(),
    absences: new Map(),
    tradeIds: new Map(),
    doubts: new Map(),
    positions: new Map(),
    wallet: null,
    resultToday: ZERO_CASH,
    incomeKeys: new Set(),
    incomeFrom: last.time,
    wantsIncome: false,
    sentAt: [],
    lastSyncAt: null,
    now: last.time,
    draft: emptyJournal(),
  };
  const failures: unknown[] = [];
  const account = new ExchangeAccount({
    state,
    store: async (draft) => {
      drafts.push(draft);
      for (const { records: decided } of draft.batches) records.push(...decided);
      return 'stored';
    },
    stored: () => undefined,
    fenced: () => undefined,
    log: () => undefined,
    failed: (error) => failures.push(error),
  });
  venue.follow((event) => account.heard(event));
  venue.track({ symbol, fromId: await patient(() => venue.newestTrade(symbol)) });
  await until(() => state.isSynced, 'the account is synchronised');
  const atom = (): AtomState => {
    const [found] = portfolio.running.botList.flatMap(({ atoms }) => atoms);
    assert(found !== undefined, 'the bot has an atom');
    return found.state;
  };
  /** Waits until nothing is on its way and the account holds what the exchange holds, which is asked at most a few times a second. */
  const settle = async (): Promise<void> => {
    for (;;) {
      await until(() => {
        if (failures.length > 0) throw failures[0];
        return account.isQuiet();
      }, 'nothing is on its way');
      if ((await isEqual()) && account.isQuiet()) return;
      await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
    }
  };
  const isEqual = async (): Promise<boolean> => {
    const theirs = allRows(await patient(() => venue.positions())).reduce(
      (total, { quantity }) => total + Math.abs(quantity),
      0,
    );
    const ours = portfolio.running.botList
      .flatMap(({ atoms }) => atoms)
      .reduce((total, one) => total + (one.state.cycle?.position.quantity ?? 0), 0);
    return theirs === ours;
  };
  return {
    account,
    state,
    venue,
    portfolio,
    drafts,
    records,
    atom,
    settle,
    async command(command: BotCommand) {
      const outcome = await account.change(() => commandAccount(portfolio.paper, command));
      assert(outcome.ok, `the command is accepted: ${JSON.stringify(outcome)}`);
      await settle();
    },
    async minute(factor = 1) {
      const time = startOf(wire.simulation.now(), MINUTE_MS);
      if (factor !== 1) await wire.simulation.disturb({ kind: 'shock', symbol, minute: time, factor });
      await wire.pass(MINUTE_MS);
      await settle();
      account.minuteClosed(await minuteAt(time));
      await settle();
    },
  };
}
