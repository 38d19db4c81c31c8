import { describe, expect, it } from 'vitest';
import { type Chance, chance } from '#base/prng.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import {
  SCRIPTED_MINUTE,
  scriptedContract,
  scriptedKline,
  scriptedKlineEvent,
  scriptedPremium,
} from '../../../../tests/support/wire-samples.ts';
import { instrumentOf, singleTier } from '../../../../tests/support/worked-examples.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import { parseLossless } from './lossless-json.ts';
import { readAlgos, readOrders, readPositions, readTrades } from './read-account.ts';
import { readCandle, readCandleText, readKlineRows } from './read-candles.ts';
import { readBrackets, readListings } from './read-listings.ts';
import {
  readBestPrices,
  readDayTickers,
  readDepth,
  readMarketMessage,
  readPremiums,
  readSettledFunding,
} from './read-market.ts';
import { readUserMessage } from './read-user.ts';

const ETH = instrumentOf({
  symbol: 'ETHUSDT',
  tick: '0.01',
  step: '0.001',
  notionalMin: '20',
  brackets: singleTier('0.01'),
});
const KNOWN = new Map([[ETH.symbol, ETH]]);
const known = (symbol: string) => KNOWN.get(symbol);
const AT = SCRIPTED_MINUTE;

/** Values that a number or a string may be corrupted to. */
const ODD = [
  null,
  true,
  {},
  [],
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'Infinity',
  '1e308',
  '1e-8',
  '0x1f',
  '0.1.2',
  '1,000',
  '9'.repeat(30),
  '0.000000001',
  'ETHUSDT',
  'NOBODYUSDT',
  '__proto__',
  'constructor',
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 60,
  AT + 86_400_000,
  AT - 1,
] as const;

const ORDER = {
  symbol: 'ETHUSDT',
  clientOrderId: 'q1',
  orderId: 1,
  side: 'BUY',
  positionSide: 'LONG',
  type: 'LIMIT',
  status: 'NEW',
  price: '1900.00',
  origQty: '0.100',
  executedQty: '0',
  updateTime: AT,
};
const ALGO = {
  symbol: 'ETHUSDT',
  clientAlgoId: 'q1',
  algoId: 1,
  side: 'SELL',
  positionSide: 'LONG',
  orderType: 'STOP_MARKET',
  algoStatus: 'NEW',
  triggerPrice: '1900.00',
  quantity: '0.100',
  closePosition: false,
  actualOrderId: '',
  updateTime: AT,
};
const TRADE = {
  symbol: 'ETHUSDT',
  id: 7,
  orderId: 1,
  side: 'BUY',
  positionSide: 'LONG',
  price: '1900.00',
  qty: '0.100',
  realizedPnl: '0',
  commission: '0.1',
  commissionAsset: 'USDT',
  maker: true,
  time: AT,
};
const POSITION = {
  symbol: 'ETHUSDT',
  positionSide: 'LONG',
  positionAmt: '0.100',
  entryPrice: '1900.00',
  updateTime: AT,
};
const FILL = {
  e: 'ORDER_TRADE_UPDATE',
  E: AT,
  T: AT,
  o: {
    s: 'ETHUSDT',
    c: 'q1',
    S: 'BUY',
    o: 'LIMIT',
    q: '0.100',
    p: '1900.00',
    x: 'TRADE',
    X: 'FILLED',
    i: 1,
    l: '0.100',
    z: '0.100',
    L: '1900.00',
    N: 'USDT',
    n: '0.1',
    T: AT,
    t: 7,
    m: true,
    ps: 'LONG',
    rp: '0',
  },
};
const UPDATE = {
  e: 'ACCOUNT_UPDATE',
  E: AT,
  a: {
    m: 'ORDER',
    B: [{ a: 'USDT', wb: '1', cw: '1', bc: '0' }],
    P: [{ s: 'ETHUSDT', pa: '-0.100', ep: '1900.00', ps: 'SHORT' }],
  },
};
const ALGO_UPDATE = {
  e: 'ALGO_UPDATE',
  E: AT,
  o: {
    caid: 'q1',
    aid: 1,
    o: 'STOP_MARKET',
    s: 'ETHUSDT',
    S: 'SELL',
    ps: 'LONG',
    q: '0',
    X: 'NEW',
    ai: '',
    tp: '1900.00',
    cp: true,
    rm: '',
  },
};
const DAY = {
  symbol: 'ETHUSDT',
  lastPrice: '1900.00',
  openPrice: '1900.00',
  highPrice: '1901.00',
  lowPrice: '1899.00',
  volume: '5',
  quoteVolume: '5',
  closeTime: AT,
  count: 7,
};
const BEST = { symbol: 'ETHUSDT', bidPrice: '1899.99', bidQty: '5', askPrice: '1900.00', askQty: '5', time: AT };
const BOOK = {
  bids: [['1899.99', '5.000']],
  asks: [
    ['1900.00', '5.000'],
    ['1900.01', '1.000'],
  ],
};
const TIER = {
  symbol: 'ETHUSDT',
  brackets: [
    { bracket: 1, initialLeverage: 75, notionalCap: 50_000, notionalFloor: 0, maintMarginRatio: 0.005, cum: 0 },
  ],
};
const FUNDING = { symbol: 'ETHUSDT', fundingRate: '0.0001', fundingTime: AT, markPrice: '1900.12345678' };

const BORDERS: readonly [string, unknown, (value: unknown) => unknown][] = [
  [
    'candles',
    [scriptedKline(AT - MINUTE_MS), scriptedKline(AT)],
    (value) => readKlineRows(value, '1m', later(AT, 0)).map((row) => readCandle(ETH, row)),
  ],
  ['candles as texts', [scriptedKline(AT)], (value) => readKlineRows(value, '1m', later(AT, 0)).map(readCandleText)],
  ['a candle of the streams', scriptedKlineEvent(AT), (value) => readMarketMessage(KNOWN, value)],
  ['mark prices', [scriptedPremium(AT)], (value) => readPremiums(KNOWN, value)],
  ['24-hour figures', [DAY], (value) => readDayTickers(KNOWN, value)],
  ['best prices', [BEST], (value) => readBestPrices(KNOWN, value)],
  ['an order book', BOOK, (value) => readDepth(ETH, value)],
  ['settled funding', [FUNDING], (value) => readSettledFunding(ETH, value)],
  [
    'contracts',
    { rateLimits: [], symbols: [scriptedContract('ETHUSDT')] },
    (info) => readListings(info, { fundingHours: new Map(), brackets: new Map() }),
  ],
  ['maintenance tiers', [TIER], readBrackets],
  ['orders', [ORDER], (value) => readOrders(value, known)],
  ['conditional orders', [ALGO], (value) => readAlgos(value, known)],
  ['positions', [POSITION], (value) => readPositions(value, known)],
  ['trades', [TRADE], (value) => readTrades(value, ETH, 'ours')],
  ['an update of an order', FILL, (value) => readUserMessage(value, known, 'ours')],
  ['an update of the account', UPDATE, (value) => readUserMessage(value, known, 'ours')],
  ['an update of a conditional order', ALGO_UPDATE, (value) => readUserMessage(value, known, 'ours')],
];

describe('faults 45 and 48: parsers of the exchange’s messages', () => {
  const seed = SEED_OF_RUN;
  process.stderr.write(`border seed ${seed}\n`);

  it.each(BORDERS)('%s: a valid message is accepted', (_name, right, read) => {
    expect(read(parseLossless(JSON.stringify(right)))).toBeDefined();
  });

  it.each(BORDERS)(
    '%s: a damaged message is read with plausible figures or refused with a typed error',
    (_name, right, read) => {
      const dice = chance(seed);
      for (let count = 0; count < 1_500; count += 1) {
        const value = damaged(parseLossless(JSON.stringify(right)), dice);
        try {
          possible(read(value));
        } catch (error) {
          if (!(error instanceof ExchangeError))
            throw new Error(`${JSON.stringify(value)}: ${String(error)}`, { cause: error });
        }
      }
    },
  );
});

/** The value with one to three of its leaves or branches replaced, removed or duplicated. */
function damaged(value: unknown, dice: Chance): unknown {
  for (let count = dice.between(1, 3); count > 0; count -= 1) {
    if (dice.between(0, 60) === 0) return dice.pick(ODD);
    damageOne(value, dice);
  }
  return value;
}

function damageOne(value: unknown, dice: Chance): void {
  if (typeof value !== 'object' || value === null) return;
  const keys = Object.keys(value);
  if (keys.length === 0) return;
  const key = dice.pick(keys);
  const child: unknown = Reflect.get(value, key);
  if (typeof child === 'object' && child !== null && dice.between(0, 3) > 0) return damageOne(child, dice);
  const act = dice.between(0, 5);
  if (act === 0) Reflect.deleteProperty(value, key);
  else if (act === 1 && Array.isArray(value)) value.push(child);
  else Reflect.set(value, key, dice.pick(ODD));
}

/** Numbers are whole and below 2^53 or plain statistics, and candles enclose their prices. */
function possible(read: unknown): void {
  if (typeof read === 'number') expect(Number.isFinite(read)).toBe(true);
  if (typeof read !== 'object' || read === null) return;
  const entries = read instanceof Map ? [...read.values()] : Object.values(read);
  for (const entry of entries) possible(entry);
  if (!('high' in read && 'low' in read && 'open' in read && 'close' in read && 'time' in read)) return;
  const [open, high, low, close] = [read.open, read.high, read.low, read.close].map(Number);
  expect(low).toBeLessThanOrEqual(Math.min(open ?? 0, close ?? 0));
  expect(high).toBeGreaterThanOrEqual(Math.max(open ?? 0, close ?? 0));
  expect(low).toBeGreaterThanOrEqual(0);
  expect(Number(read.time) % MINUTE_MS).toBe(0);
}
