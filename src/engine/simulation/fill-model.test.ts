import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import {
  add,
  type Cash,
  cash,
  rate,
  steps,
  subtract,
  sum,
  type Ticks,
  ticks,
  ZERO_CASH,
  ZERO_STEPS,
} from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { type Exact, halfUp, ZERO } from '../../../tests/oracle/exact.ts';
import * as oracle from '../../../tests/oracle/ladder.ts';
import { oracleInstrument } from '../../../tests/oracle/random-case.ts';
import { type CandlePrices, ETH, marketOf, minutesOf, START } from '../../../tests/support/market.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { accountAfter, afterMinutes, EMPTY, flat, runMinutes } from '../../../tests/support/small-account.ts';
import {
  type CandleHit,
  type CandlePath,
  hasRestingStop,
  hitAtOpen,
  hitOnLosingLeg,
  hitOnWinningLeg,
} from '../matching/candle-fill.ts';
import type { MarkMinute } from '../model/candle.ts';
import type { Instrument } from '../model/instrument.ts';
import { type LadderParamsInput, ladderParams } from '../model/ladder-params.ts';
import { type ApprovedOrder, type Direction, entrySide, exitSide, type WorkingOrder } from '../model/order.ts';
import { approve } from '../risk/orders/approve.ts';
import { simulateAccount } from './simulate-account.ts';

/** Long prices are reflected about 2,000 to make the short case: 1,900 becomes 2,100. */
const CENTRE = 2_000;

interface Given {
  readonly direction: Direction;
  readonly bar: CandlePrices;
  /** The mark over the same minute; left out, the bar itself. */
  readonly mark?: CandlePrices;
  readonly stopLossBy?: CandlePath['stopLossBy'];
  readonly orders: readonly Wanted[];
  readonly liquidation?: number;
  readonly volumeLeft?: number;
  readonly isStopResting?: boolean;
}

/** An order of a long position: `base` and `safety` buy, everything else sells. */
interface Wanted {
  readonly role: WorkingOrder['role'];
  readonly type: WorkingOrder['type'];
  readonly at?: number;
  readonly quantity?: number | null;
  readonly isNew?: boolean;
}

const reflected = (price: number): number => 2 * CENTRE - price;
const seenFrom = (direction: Direction, price: number): number => (direction === 'buy' ? price : reflected(price));

const ANY_SIZE: Instrument = { ...ETH, quantityMin: steps(1), notionalMin: ZERO_CASH };

function orderOf(direction: Direction, wanted: Wanted, number: number): ApprovedOrder {
  const price = wanted.at === undefined ? null : ticks(seenFrom(direction, wanted.at));
  const isEntry = wanted.role === 'base' || wanted.role === 'safety';
  const { quantity = 10 } = wanted;
  const order: WorkingOrder = {
    number,
    role: wanted.role,
    level: 0,
    side: isEntry ? entrySide(direction) : exitSide(direction),
    type: wanted.type,
    price: wanted.type === 'LIMIT' ? price : null,
    triggerPrice: wanted.type === 'LIMIT' ? null : price,
    quantity: quantity === null ? null : steps(quantity),
    filled: ZERO_STEPS,
    filledCost: ZERO_CASH,
    fills: 0,
    placedAt: instantOf(wanted.isNew === true ? START : START - 1),
    expiresAt: null,
    decisionPrice: price ?? ticks(1),
  };
  const most = Number.MAX_SAFE_INTEGER;
  const capital = { planned: cash(most), committed: ZERO_CASH, left: ZERO_CASH };
  const terms = { instrument: ANY_SIZE, direction, held: steps(most), resting: 0, restingMax: 1, capital };
  const verdict = approve(order, terms);
  if (!verdict.ok) throw new Error('the order is refused');
  return verdict.value;
}

function barFor(direction: Direction, bar: CandlePrices): MarkMinute {
  const [open, high, low, close] = bar.map((price) => seenFrom(direction, price)) as [number, number, number, number];
  return { open, high: Math.max(high, low), low: Math.min(high, low), close };
}

/** What the three legs meet first, each as "role quantity @ price" with the price as a long sees it. */
function hitsOf({ direction, bar, orders, ...given }: Given): readonly (string | null)[] {
  const candle = { time: START, volume: 0, ...barFor(direction, bar) };
  const volumeLeft = steps(given.volumeLeft ?? 1_000);
  const working = orders.map((wanted, index) => orderOf(direction, wanted, index + 1));
  const leg: CandlePath = {
    direction,
    candle,
    mark: given.mark === undefined ? candle : barFor(direction, given.mark),
    stopLossBy: given.stopLossBy ?? 'mark',
    slippage: rate(0),
    volumeLeft,
    isStopResting: given.isStopResting ?? hasRestingStop(working, candle.time),
  };
  const liquidation: Ticks | null =
    given.liquidation === undefined ? null : ticks(seenFrom(direction, given.liquidation));
  const position = { isOpen: orders.some(({ role }) => role !== 'base'), liquidation };
  const told = (hit: CandleHit | null): string | null => {
    if (hit === null) return null;
    const price = seenFrom(direction, hit.price);
    return hit.type === 'liquidation' ? `liquidation @ ${price}` : `${hit.order.role} ${hit.quantity} @ ${price}`;
  };
  return [hitAtOpen(working, leg, position), hitOnLosingLeg(working, leg, position), hitOnWinningLeg(working, leg)].map(
    told,
  );
}

const limit = (at: number, role: WorkingOrder['role'] = 'safety'): Wanted => ({ role, type: 'LIMIT', at });
const stop = (at: number): Wanted => ({ role: 'stop_loss', type: 'STOP_MARKET', at, quantity: null });
const target = (at: number): Wanted => limit(at, 'take_profit');
const exit: Wanted = { role: 'exit', type: 'MARKET', quantity: null };

type Row = readonly [rule: string, given: Omit<Given, 'direction'>, then: readonly (string | null)[]];

/** Prices as a long sees them; a short must see the same in the mirror. Bars are [open, high, low, close]. */
const TABLE: readonly Row[] = [
  [
    'a market order fills at the open',
    { bar: [2_000, 2_010, 1_990, 2_000], orders: [{ role: 'base', type: 'MARKET' }] },
    ['base 10 @ 2000', null, null],
  ],
  [
    'an order placed in this minute waits for the next one',
    { bar: [2_000, 2_010, 1_900, 2_000], orders: [{ ...limit(1_950), isNew: true }] },
    [null, null, null],
  ],
  [
    'an entry that is only touched does not fill',
    { bar: [2_000, 2_000, 1_980, 1_990], orders: [limit(1_980)] },
    [null, null, null],
  ],
  [
    'an entry that is traded through fills at its own price',
    { bar: [2_000, 2_000, 1_979, 1_990], orders: [limit(1_980)] },
    [null, 'safety 10 @ 1980', null],
  ],
  [
    'an entry over which the market jumps fills at its own price, never at a better one',
    { bar: [1_950, 1_960, 1_940, 1_950], orders: [limit(1_980)] },
    [null, 'safety 10 @ 1980', null],
  ],
  [
    'of two entries the nearer one fills first',
    { bar: [2_000, 2_000, 1_900, 1_950], orders: [limit(1_950), limit(1_980)] },
    [null, 'safety 10 @ 1980', null],
  ],
  [
    'an entry takes no more than the volume that is left',
    { bar: [2_000, 2_000, 1_900, 1_950], orders: [limit(1_950)], volumeLeft: 4 },
    [null, 'safety 4 @ 1950', null],
  ],
  [
    'without volume no limit order fills',
    { bar: [2_000, 2_100, 1_900, 1_950], orders: [limit(1_950), target(2_050)], volumeLeft: 0 },
    [null, null, null],
  ],
  [
    'a stop fills at a touch of its trigger',
    { bar: [2_000, 2_000, 1_900, 1_950], orders: [stop(1_900)] },
    [null, 'stop_loss null @ 1900', null],
  ],
  [
    'a stop over which the market jumps fills at the open',
    { bar: [1_880, 1_890, 1_870, 1_880], orders: [stop(1_900)] },
    [null, 'stop_loss null @ 1880', null],
  ],
  [
    'the first stop waits for the next minute',
    { bar: [2_000, 2_000, 1_800, 1_850], orders: [{ ...stop(1_900), isNew: true }] },
    [null, null, null],
  ],
  [
    'a stop that moved in this minute fills in it, because one stood when the minute opened',
    { bar: [2_000, 2_000, 1_800, 1_850], orders: [{ ...stop(1_900), isNew: true }], isStopResting: true },
    [null, 'stop_loss null @ 1900', null],
  ],
  [
    'entries come before a stop that lies further',
    { bar: [2_000, 2_000, 1_800, 1_850], orders: [stop(1_900), limit(1_950)] },
    [null, 'safety 10 @ 1950', null],
  ],
  [
    'an entry comes before a stop at the same price',
    { bar: [2_000, 2_000, 1_800, 1_850], orders: [stop(1_950), limit(1_950)] },
    [null, 'safety 10 @ 1950', null],
  ],
  [
    'a liquidation before the stop comes first',
    { bar: [2_000, 2_000, 1_800, 1_850], orders: [stop(1_850)], liquidation: 1_900 },
    [null, 'liquidation @ 1900', null],
  ],
  [
    'a stop before the liquidation comes first',
    { bar: [2_000, 2_000, 1_800, 1_850], orders: [stop(1_900)], liquidation: 1_850 },
    [null, 'stop_loss null @ 1900', null],
  ],
  [
    'a stop that the open finds beyond the liquidation is too late',
    { bar: [1_840, 1_850, 1_800, 1_850], orders: [stop(1_900)], liquidation: 1_850 },
    [null, 'liquidation @ 1840', null],
  ],
  [
    'a market exit that the open finds beyond the liquidation is too late',
    { bar: [1_840, 1_850, 1_800, 1_850], orders: [exit], liquidation: 1_850 },
    ['liquidation @ 1840', 'liquidation @ 1840', null],
  ],
  [
    // The mark has gone 100 of its 120 when it meets 1,900; five sixths of the 240 of the last price are 200.
    'a stop by the mark fills where the last price is when the mark meets the trigger, if that is worse',
    { bar: [2_000, 2_000, 1_760, 1_990], mark: [2_000, 2_000, 1_880, 1_990], orders: [stop(1_900)] },
    [null, 'stop_loss null @ 1800', null],
  ],
  [
    'a share of the way that is no whole tick is rounded against the position',
    { bar: [2_000, 2_000, 1_761, 1_990], mark: [2_000, 2_000, 1_880, 1_990], orders: [stop(1_900)] },
    [null, 'stop_loss null @ 1800', null],
  ],
  [
    'a stop beyond which the mark opens fills at the open of the last price, if that is worse',
    { bar: [1_870, 1_990, 1_860, 1_990], mark: [1_890, 1_990, 1_885, 1_990], orders: [stop(1_900)] },
    [null, 'stop_loss null @ 1870', null],
  ],
  [
    'a stop beyond which the mark opens fills at its trigger, if the last price opens before it',
    { bar: [1_950, 1_990, 1_940, 1_990], mark: [1_890, 1_990, 1_885, 1_990], orders: [stop(1_900)] },
    [null, 'stop_loss null @ 1900', null],
  ],
  [
    'a trailing stop goes by the last price, whatever the stop-loss goes by',
    {
      bar: [2_000, 2_000, 1_950, 1_990],
      mark: [2_000, 2_000, 1_850, 1_990],
      orders: [{ ...stop(1_900), role: 'trailing' }],
    },
    [null, null, null],
  ],
  [
    'a mark that opens beyond the liquidation liquidates at the mark, before a market exit',
    { bar: [1_900, 1_900, 1_880, 1_890], mark: [1_840, 1_850, 1_830, 1_840], orders: [exit], liquidation: 1_850 },
    ['liquidation @ 1840', 'liquidation @ 1840', null],
  ],
  [
    'a market exit fills at the open of the last price, though that lies beyond the liquidation, while the mark does not',
    { bar: [1_840, 1_850, 1_830, 1_840], mark: [1_870, 1_880, 1_860, 1_870], orders: [exit], liquidation: 1_850 },
    ['exit null @ 1840', null, null],
  ],
  [
    'a take profit goes by the last price',
    { bar: [2_000, 2_010, 2_000, 2_010], mark: [2_000, 2_100, 2_000, 2_010], orders: [target(2_050)] },
    [null, null, null],
  ],
  [
    'a take profit that is only touched does not fill',
    { bar: [2_000, 2_050, 2_000, 2_040], orders: [target(2_050)] },
    [null, null, null],
  ],
  [
    'a take profit that is traded through fills at its own price',
    { bar: [2_000, 2_051, 2_000, 2_040], orders: [target(2_050)] },
    [null, null, 'take_profit 10 @ 2050'],
  ],
  [
    'a market take profit fills at a touch, at its trigger even when the market jumps beyond',
    {
      bar: [2_080, 2_090, 2_070, 2_080],
      orders: [{ role: 'take_profit', type: 'TAKE_PROFIT_MARKET', at: 2_050, quantity: null }],
    },
    [null, null, 'take_profit null @ 2050'],
  ],
];

describe.each(['buy', 'sell'] as const)('the candle fill model, seen by a %s', (direction) => {
  it.each(TABLE)('%s', (_rule, given, then) => {
    expect(hitsOf({ ...given, direction })).toEqual(then);
  });
});

const price = fc.integer({ min: CENTRE - 200, max: CENTRE + 200 });
const wanted: fc.Arbitrary<Wanted> = fc.record({
  role: fc.constantFrom('base', 'safety', 'take_profit', 'stop_loss', 'trailing', 'exit'),
  type: fc.constantFrom('LIMIT', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'),
  at: price,
  quantity: fc.integer({ min: 1, max: 100 }),
  isNew: fc.boolean(),
});
const bar = fc
  .tuple(price, price, price, price)
  .map(([open, a, b, close]): CandlePrices => [open, Math.max(open, a, b, close), Math.min(open, a, b, close), close]);

describe('the candle fill model in the mirror', () => {
  it('meets a reflected list of orders with reflected fills of the same quantities', () => {
    let met = 0;
    const given = fc.record({
      bar,
      mark: bar,
      stopLossBy: fc.constantFrom('mark', 'last'),
      orders: fc.array(wanted, { minLength: 1, maxLength: 8 }),
      liquidation: price,
      volumeLeft: fc.integer({ min: 0, max: 120 }),
    });
    checkProperty(
      fc.property(given, (each) => {
        const long = hitsOf({ ...each, direction: 'buy' });
        met += long.filter((hit) => hit !== null).length;
        expect(hitsOf({ ...each, direction: 'sell' })).toEqual(long);
      }) as fc.IRawProperty<unknown>,
      2_000,
    );
    expect(met).toBeGreaterThan(1_000);
  });
});

const LADDER: LadderParamsInput = {
  baseOrderSize: '200',
  safetyOrdersCount: 3,
  stepPercent: '0.3',
  takeProfitPercent: '0.5',
  tpNetOfFees: false,
  stopLossPercent: '3',
  leverage: 5,
};

function randomBars(seed: number, count: number): CandlePrices[] {
  const dice = chance(seed);
  let last = 200_000;
  const moved = (from: number): number => Math.round(from * (1 + (dice.next() * 2 - 1) * 0.004));
  return Array.from({ length: count }, (): CandlePrices => {
    const open = last;
    const [a, b, close] = [moved(open), moved(open), moved(open)];
    last = close;
    return [open, Math.max(open, a, b, close), Math.min(open, a, b, close), close];
  });
}

function live(params: LadderParamsInput, bars: readonly CandlePrices[], instrument: Instrument = ETH) {
  const account = simulateAccount(EMPTY, marketOf([instrument], '0.0005'));
  account.command(botCommand(params), afterMinutes(0));
  const records = runMinutes(account, minutesOf({ ETHUSDT: bars }));
  const trades = records.filter((record) => record.type === 'trade');
  return { account, records, trades };
}

describe.each(['buy', 'sell'] as const)('a bot that trades %s', (direction) => {
  const params: LadderParamsInput = { ...LADDER, direction };

  it('earns exactly the fees less when fees are added, and nothing else changes', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const bars = randomBars(seed, 300);
      const free = live(params, bars, { ...ETH, makerFee: rate(0), takerFee: rate(0) });
      const dear = live(params, bars, { ...ETH, makerFee: rate(40_000), takerFee: rate(90_000) });
      expect(free.trades.length).toBeGreaterThan(4);
      expect(dear.trades.map((trade) => ({ ...trade, commission: 0 }))).toEqual(free.trades);
      const fees: Cash = sum(dear.trades.map(({ commission }) => commission));
      expect(fees).toBeGreaterThan(0);
      expect(dear.account.wallet()).toBe(subtract(free.account.wallet(), fees));
    }
  });

  it('did the same up to any minute when everything after it is taken away', () => {
    const bars = randomBars(7, 240);
    const whole = live(params, bars).records;
    for (const count of [1, 2, 30, 77, 150, 239]) {
      const known = live(params, bars.slice(0, count)).records;
      expect(whole.slice(0, known.length)).toEqual(known);
      expect(known.length).toBeGreaterThan(0);
    }
  });

  it('loses its fees and nothing else where the price never moves', () => {
    const market = marketOf([ETH]);
    const bars = Array.from({ length: 60 }, () => flat(200_000));
    const account = simulateAccount(EMPTY, market);
    account.command(botCommand({ ...params, timeLimitS: 180 }), afterMinutes(0));
    const records = runMinutes(account, minutesOf({ ETHUSDT: bars }));
    const trades = records.filter((record) => record.type === 'trade');
    expect(trades.filter(({ role }) => role === 'exit').length).toBeGreaterThan(8);
    expect(sum(trades.map(({ gross }) => gross))).toBe(0);
    expect(account.wallet()).toBe(
      subtract(
        EMPTY.wallet,
        trades.reduce((total, { commission }) => add(total, commission), ZERO_CASH),
      ),
    );
  });
});

describe('a saw-tooth deeper than the first step', () => {
  const TEETH = 25;
  const saw = (tooth: readonly CandlePrices[]): readonly CandlePrices[] =>
    Array.from({ length: TEETH }, () => tooth).flat();
  const params: LadderParamsInput = {
    baseOrderSize: '200',
    safetyOrdersCount: 1,
    takeProfitPercent: '1',
    tpNetOfFees: false,
    cooldownS: 60,
    leverage: 10,
  };
  const earned = (direction: Direction, tooth: readonly CandlePrices[]): string => {
    const account = accountAfter([botCommand({ ...params, direction })], saw(tooth), marketOf([ETH]));
    return cashText(subtract(account.wallet(), EMPTY.wallet));
  };
  const times = (result: string): string => cashText(sum(Array.from({ length: TEETH }, () => cashFrom(result))));

  it('makes one cycle a tooth, each with the result of the formulas: long 3.77905803', () => {
    // 0.100 at 2000 and 0.101 at 1980 cost 399.98; 1 % over the average is 2009.85; gross 3.99985, fees 0.22079197.
    const tooth: CandlePrices[] = [
      flat(200_000),
      flat(200_000),
      [200_000, 200_000, 197_000, 197_000],
      [197_000, 201_000, 197_000, 201_000],
    ];
    expect(earned('buy', tooth)).toBe(times('3.77905803'));
  });

  it('makes one cycle a tooth in the mirror: short 3.78065797', () => {
    // 0.100 at 2000 and 0.099 at 2020 bring 399.98; 1 % under the average is 1989.85; gross 3.99985, fees 0.21919203.
    const tooth: CandlePrices[] = [
      flat(200_000),
      flat(200_000),
      [200_000, 203_000, 200_000, 203_000],
      [203_000, 203_000, 198_900, 198_900],
    ];
    expect(earned('sell', tooth)).toBe(times('3.78065797'));
  });
});

/** Example 1 of the domain document, without fees in the target. */
const DEEP: LadderParamsInput = {
  baseOrderSize: '200',
  safetyOrderSize: '200',
  safetyOrdersCount: 4,
  stepPercent: '1',
  stepScale: '1.5',
  volumeScale: '1.5',
  takeProfitPercent: '1',
  tpNetOfFees: false,
  cooldownS: 60,
  leverage: 5,
};

/** One tooth that reaches just beyond a step and back just beyond the target, and what it earns in exact decimals. */
function toothOf(direction: Direction, depth: number): { bars: readonly CandlePrices[]; earned: Exact } {
  const params = ladderParams.parse({ ...DEEP, direction });
  const terms = oracleInstrument(ETH, '0');
  const base = terms.tick.times(200_000);
  const first = { level: 0, price: base, quantity: oracle.quantityAt(terms, oracle.baseNotional(params), base) };
  const filled = [first, ...oracle.rungsFrom({ instrument: terms, params }, direction, base).slice(0, depth)];
  const feeOf = (value: Exact, rate: Exact): Exact => halfUp(value.times(rate));
  let [quantity, cost, fees] = [ZERO, ZERO, ZERO];
  for (const { level, price, quantity: bought } of filled) {
    const value = price.times(bought);
    [quantity, cost] = [quantity.plus(bought), cost.plus(value)];
    fees = fees.plus(feeOf(value, level === 0 ? terms.taker : terms.maker));
  }
  const held = { quantity, cost, fees, fundingPaid: ZERO, taken: { gross: ZERO, net: ZERO } };
  const target = oracle.takeProfitPrice({ instrument: terms, params }, direction, held) ?? ZERO;
  const value = target.times(quantity);
  const sign = direction === 'buy' ? 1 : -1;
  const [worst = 0, best = 0] = [filled.at(-1)?.price ?? ZERO, target].map((price) => price.div(terms.tick).toNumber());
  const [deep, far] = [depth === 0 ? 200_000 : worst - sign, best + sign];
  const bar = (from: number, to: number): CandlePrices => [from, Math.max(from, to), Math.min(from, to), to];
  const bars = [flat(200_000), flat(200_000), bar(200_000, deep), bar(deep, far)];
  return { bars, earned: value.minus(cost).times(sign).minus(fees).minus(feeOf(value, terms.maker)) };
}

describe.each(['buy', 'sell'] as const)('a saw-tooth of any depth, %s', (direction) => {
  it.each([0, 1, 2, 3, 4])('makes one cycle a tooth with the result of the formulas, %i steps deep', (depth) => {
    const teeth = 10;
    const { bars, earned } = toothOf(direction, depth);
    const saw = Array.from({ length: teeth }, () => bars).flat();
    const account = accountAfter([botCommand({ ...DEEP, direction })], saw, marketOf([ETH]));
    expect(earned.gt(0)).toBe(true);
    expect(cashText(subtract(account.wallet(), EMPTY.wallet))).toBe(earned.times(teeth).toFixed(8));
    expect(account.bot('bot')?.bot.atoms[0]?.cyclesOpened).toBe(teeth);
  });
});
