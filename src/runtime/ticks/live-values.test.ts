import { Decimal } from 'decimal.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cashText } from '#base/decimal.ts';
import { ticks } from '#base/exact.ts';
import { instantOf, later, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import type { AtomView } from '#engine/model/account.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import type { BookQuote } from '#ports/quotes.ts';
import type { RuntimeChange } from '#ports/runtime.ts';
import { DOGE, ETH, marketOf, minutesOf, START } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { EMPTY, flat } from '../../../tests/support/small-account.ts';
import { advanceAccount, commandAccount, type PaperAccount, paperAccount } from '../paper-account.ts';
import { type LiveValues, openLiveValues } from './live-values.ts';

const PRICE = 200_000;
const MINUTES = 5;
const BOT = { ownerId: 'ann', portfolioId: 'p', botId: 'bot' };
const minutes = minutesOf({ ETHUSDT: Array.from({ length: MINUTES }, () => flat(PRICE)) });

let paper: PaperAccount;
let live: LiveValues;
/** The last price at the close; the mark is the account's own. */
let close = PRICE;
let followed: readonly Instrument[] = [];
let isClosed = false;
let quote: (quote: BookQuote) => void;
let bots: RuntimeChange['bots'][number][] = [];
let prices: RuntimeChange['prices'][number][] = [];

const closedAt = () => later(paper.minute, MINUTE_MS);

beforeEach(() => {
  [bots, prices, followed, isClosed, close] = [[], [], [], false, PRICE];
  paper = paperAccount({
    ownerId: 'ann',
    portfolioId: 'p',
    account: simulateAccount(EMPTY, marketOf([ETH, DOGE])),
    minute: instantOf(START - MINUTE_MS),
    isLagging: false,
    tradeSeq: 1,
    realized: new Map(),
    names: new Map([['bot', 'Momentum']]),
  });
  const params = { baseOrderSize: '500', stepPercent: '1', takeProfitPercent: '5', safetyOrdersCount: 2 };
  expect(commandAccount(paper, botCommand(params)).ok).toBe(true);
  for (const minute of minutes) advanceAccount(paper, minute);
  live = openLiveValues({
    openQuotes: (listener) => {
      quote = listener;
      const follow = (instruments: readonly Instrument[]): void => {
        followed = instruments;
      };
      const close = (): void => {
        isClosed = true;
      };
      return { follow, close };
    },
    instruments: new Map([ETH, DOGE].map((instrument) => [instrument.symbol, instrument])),
    accounts: new Map([['p', paper]]),
    minute: () => paper.minute,
    closeIn: () => close,
    botMoved: (bot) => void bots.push(bot),
    priceMoved: (price) => void prices.push(price),
  });
  live.follow(['ETHUSDT']);
});
afterEach(() => {
  live.close();
  expect(isClosed).toBe(true);
});

/** The exchange quotes a mid price, and the turn of the event loop ends. */
async function tick(mid: number, at = later(closedAt(), SECOND_MS)): Promise<void> {
  quote({ symbol: 0, bid: mid - 1, ask: mid + 1, at });
  await new Promise((resolve) => setImmediate(resolve));
}
const tellAll = (): void =>
  live.told({
    minute: paper.minute,
    prices: [{ symbol: 'ETHUSDT', price: live.price('ETHUSDT')?.price ?? ticks(PRICE), at: closedAt() }],
    bots: [BOT],
    touched: [],
  });
const shown = (): AtomView => live.views(paper, 'bot')[0] as AtomView; // The bot has one atom.

describe('values between two minutes', () => {
  it('value a position exactly at the middle of bid and ask', async () => {
    const closed = paper.account.views('bot')[0];
    expect(shown()).toEqual(closed);
    const position = paper.account.bot('bot')?.bot.atoms[0]?.cycle?.position;
    if (position === undefined || position.quantity === 0) throw new Error('the bot holds nothing');
    for (const mid of [200_123, 199_321, 160_000]) {
      await tick(mid);
      const value = new Decimal(mid).times('0.01').times(new Decimal(position.quantity).times('0.001'));
      const expected = value.minus(new Decimal(position.cost).times('1e-8')).toFixed(8);
      expect(cashText(shown().unrealized)).toBe(expected);
      expect(shown()).toEqual({ ...closed, mark: mid, unrealized: shown().unrealized });
    }
  });

  it('leave a position at its last mark when it counts in ticks that the exchange has replaced', async () => {
    const { views } = paper.account;
    vi.spyOn(paper.account, 'views').mockImplementation((id) =>
      views(id).map((view) => ({ ...view, isOffGrid: true })),
    );
    const closed = paper.account.views('bot')[0];
    tellAll();
    await tick(150_000);
    expect(shown()).toEqual(closed);
    expect(bots).toEqual([]);
  });

  it('keep the distance at which the mark stood from the last price when the minute closed', async () => {
    close = PRICE - 50; // The mark closed at PRICE.
    tellAll();
    await tick(PRICE - 50 + 3);
    expect(bots).toEqual([]);
    expect(shown().mark).toBe(PRICE + 3);
    await tick(PRICE - 50 + 100);
    expect(shown().mark).toBe(PRICE + 100);
    expect(bots).toEqual([BOT]);
  });

  it('round a middle price between two ticks down', async () => {
    quote({ symbol: 0, bid: 200_000, ask: 200_003, at: closedAt() });
    expect(live.price('ETHUSDT')?.price).toBe(200_001);
  });

  it('change nothing in the account: a tick beyond an order does not fill it', async () => {
    const before = paper.account.snapshot();
    tellAll();
    for (const mid of [150_000, 250_000]) await tick(mid);
    expect(paper.account.snapshot()).toEqual(before);
    expect(paper.pending.records.some((record) => record.type === 'trade' && record.level > 0)).toBe(false);
  });

  it.each([
    ['is older than the last closed minute', -1],
    ['is further ahead than the minutes that are processed can tell of', 5 * MINUTE_MS + 1],
  ])('ignore a quote that %s', async (_, ms) => {
    const closed = shown();
    tellAll();
    await tick(210_000, later(closedAt(), ms));
    expect(shown()).toEqual(closed);
    expect(live.price('ETHUSDT')).toBeNull();
    expect([bots, prices]).toEqual([[], []]);
  });

  it('are taken from the close while an account catches up', async () => {
    const closed = shown();
    paper.isLagging = true;
    await tick(210_000);
    expect(shown()).toEqual(closed);
  });
});

describe('the price gate for the screen', () => {
  it('ignores ticks that change nothing shown, and announces the bot at the first that does', async () => {
    tellAll();
    // 0.25 ETH: four ticks are a cent, and less than 0.01 percent of the price.
    for (const mid of [200_001, 199_997, 200_003]) await tick(mid);
    expect(bots).toEqual([]);
    await tick(200_004);
    expect(bots).toEqual([BOT]);
    expect(prices).toEqual([]);
    await tick(200_020);
    expect(prices).toEqual([{ symbol: 'ETHUSDT', price: 200_020, at: later(closedAt(), SECOND_MS) }]);
  });

  it('announces a bot only once until the change has been sent, however many ticks arrive', async () => {
    tellAll();
    for (let mid = 200_100; mid < 201_000; mid += 100) await tick(mid);
    expect(bots).toEqual([BOT]);
    tellAll();
    await tick(200_900); // What is shown now.
    expect(bots).toHaveLength(1);
    await tick(200_800);
    expect(bots).toHaveLength(2);
  });

  it('notices a price that came and went within one turn of the event loop', async () => {
    tellAll();
    for (const mid of [200_000, 200_500, 200_000]) quote({ symbol: 0, bid: mid, ask: mid, at: closedAt() });
    await tick(200_000);
    expect(bots).toEqual([BOT]);
  });

  it('stops watching a bot whose last cycle has ended', async () => {
    tellAll();
    expect(commandAccount(paper, { type: 'stop', botId: 'bot', position: 'detach' }).ok).toBe(true);
    expect(paper.openCycles.has('bot')).toBe(false);
    tellAll();
    await tick(150_000);
    expect(bots).toEqual([]);
  });

  it('follows a symbol once, and ignores an unknown one', () => {
    live.follow(['ETHUSDT', 'NOSUCHUSDT', 'DOGEUSDT']);
    expect(followed.map(({ symbol }) => symbol)).toEqual(['ETHUSDT', 'DOGEUSDT']);
  });
});
