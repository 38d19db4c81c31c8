import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { type Chance, chance } from '#base/prng.ts';
import type { Direction } from '#engine/model/order.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { BAR, barsOf, cyclesOf, ethOf, minuteOf, type PlainBar, weekOf } from '../support/custom-week.ts';
import type { RandomWeek } from '../support/random-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live, walk } from '../support/walk-history.ts';

const SEED = SEED_OF_RUN;
const WEEKS = 6;
const RANGE_BARS = 7;
const crosses = (way: 'above' | 'below') => ({
  op: `crosses_${way}`,
  a: { price: 'close' },
  b: { ind: 'sma', n: 6 },
});

/** Both directions, with every way to size and to leave a position. */
function randomStrategy(dice: Chance) {
  const stop = { type: 'atr', n: RANGE_BARS, mult: dice.pick(['1.5', '4']) };
  const side = (way: 'above' | 'below') => ({
    enter: crosses(way),
    exit: dice.next() < 0.5 ? crosses(way === 'above' ? 'below' : 'above') : null,
    takeProfitPercent: dice.pick(['0.3', '1']),
    trailingPercent: dice.pick([null, '0.1']),
    stop: dice.pick([stop, stop, { type: 'percent', value: '0.8' }]),
  });
  const shared = { equity: dice.pick(['wallet', 'portfolio_limit']), maxNotional: dice.pick([null, '900']) };
  return {
    timeframe: '5m',
    leverage: dice.pick([1, 10]),
    marginType: dice.pick(['isolated', 'cross']),
    sizing: dice.pick([
      { type: 'fixed_margin', value: '150' },
      { type: 'equity_percent', value: '30', ...shared },
      { type: 'risk_percent', value: '0.2', ...shared },
      { type: 'volatility_target', value: '0.1', n: RANGE_BARS, ...shared },
    ]),
    buy: side('above'),
    sell: dice.next() < 0.7 ? side('below') : null,
    cooldownS: dice.pick([0, 900]),
    maxOpenCycles: dice.pick([null, 1]),
  };
}

const cases = Array.from({ length: WEEKS }, (_unused, number) => {
  const dice = chance(SEED + 100 + number);
  const params = randomStrategy(dice);
  return [SEED + 100 + number, { params, week: weekOf(dice, params) }] as const;
});

/** Wilder's average of the true ranges, in ticks; a bar without a market begins a new one. */
function rangesOf(bars: readonly (PlainBar | null)[]): readonly number[] {
  let [range, known, before] = [0, 0, Number.NaN];
  return bars.map((bar) => {
    if (bar === null) {
      [known, before] = [0, Number.NaN];
      return Number.NaN;
    }
    const { high, low, close } = bar;
    const truly = Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
    before = close;
    known += 1;
    if (known === 1) return Number.NaN; // The first bar has no close before it.
    if (known <= RANGE_BARS + 1) range = (range * (known - 2) + truly) / (known - 1);
    else range += (truly - range) / RANGE_BARS;
    return range;
  });
}

type Params = ReturnType<typeof randomStrategy>;

/** The wallet after every booking up to an instant, that of the close included, in 1e-8 USDT. */
function walletAt(records: readonly AccountRecord[], instant: number): bigint {
  let wallet = 1_000_000_000_000n;
  for (const record of records) {
    if (record.type !== 'ledger' || record.at > instant) continue;
    for (const { account, amount } of record.postings) if (account === 'wallet') wallet += BigInt(amount);
  }
  return wallet;
}

interface Told {
  readonly price: number;
  readonly range: number;
  readonly wallet: bigint;
}

/** Steps of an entry at a close, by the formulas of the domain document, 4.4, in whole numbers. */
function plainQuantity({ sizing, leverage }: Params, distance: number, { price, range, wallet }: Told): bigint {
  const perStep = BigInt(price) * 1_000n;
  const millionths = BigInt(Math.round(Number(sizing.value) * 1e6)); // Of a percent.
  if (sizing.type === 'fixed_margin') return (15_000_000_000n * BigInt(leverage)) / perStep;
  const most = 'maxNotional' in sizing && sizing.maxNotional === null ? 1_000_000_000_000_000n : 90_000_000_000n;
  const wanted = {
    equity_percent: (wallet * millionths) / 100_000_000n / perStep,
    risk_percent: (wallet * millionths) / ((BigInt(distance) * 100_000_000n + BigInt(price) * 100_000n) * 1_000n),
    // In billionths of a tick, and a billionth of a step more: the range is a fraction, and a size of whole steps is whole.
    volatility_target:
      (wallet * millionths * 1_000_000_001n) / (BigInt(Math.round(range * 1e9)) * 1_000n * 100_000_000n),
  }[sizing.type as 'equity_percent' | 'risk_percent' | 'volatility_target'];
  return wanted < most / perStep ? wanted : most / perStep;
}

function stopDistance(params: Params, direction: Direction, { price, range }: Told): number {
  const stop = params[direction]?.stop;
  if (stop?.type === 'atr' && 'mult' in stop) return Math.floor(range * Number(stop.mult));
  // Eight thousandths of the price, rounded towards the market.
  return Math.floor((price * 8) / 1_000);
}

/** How far from the entry of each cycle its first stop was placed, and how far it should be, in ticks. */
function stopsOf(params: Params, week: RandomWeek) {
  const { records } = live(week, walk);
  const ranges = rangesOf(barsOf(ethOf(week)));
  return cyclesOf(records).flatMap((cycle) => {
    const stop = records.find(
      (record) =>
        record.type === 'order' &&
        record.order.role === 'stop_loss' &&
        record.cycleSeq === cycle.seq &&
        record.order.placedAt >= cycle.openedAt &&
        record.order.placedAt === cycle.beginAt,
    );
    if (stop?.type !== 'order' || cycle.basePrice === null || stop.order.triggerPrice === null) return [];
    const minute = minuteOf(cycle.openedAt);
    const told = { price: cycle.basePrice, range: at(ranges, (minute + 1) / BAR - 1), wallet: 0n };
    const wanted = stopDistance(params, stop.direction, told);
    return [{ minute, placed: Math.abs(cycle.basePrice - stop.order.triggerPrice), wanted }];
  });
}

describe(`sizes and stops of a custom bot, seed ${SEED}`, () => {
  it.each(cases)(
    'are those of a plain loop over the bars, to the last step and tick, PROPERTY_SEED=%i',
    (_seed, { params, week }) => {
      const { records } = live(week, walk);
      const stored = ethOf(week);
      const ranges = rangesOf(barsOf(stored));
      let compared = 0;
      for (const record of records) {
        if (record.type !== 'order' || record.state !== 'OPEN' || record.order.role !== 'base') continue;
        const minute = minuteOf(record.order.placedAt);
        const told = {
          price: at(stored.columns.close, minute),
          range: at(ranges, (minute + 1) / BAR - 1),
          wallet: walletAt(records, record.order.placedAt),
        };
        const distance = stopDistance(params, record.direction, told);
        expect(record.order.quantity, `minute ${minute}`).toBe(Number(plainQuantity(params, distance, told)));
        compared += 1;
      }
      for (const { minute, placed, wanted } of stopsOf(params, week))
        expect(placed, `cycle of minute ${minute}`).toBe(wanted);
      expect(compared).toBeGreaterThan(0);
    },
  );

  it('are compared for the stops of at least fifty cycles', () => {
    const counts = cases.map(([, { params, week }]) => stopsOf(params, week).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(50);
  });

  it.each(cases)('come out the same jumped through, walked and reopened, PROPERTY_SEED=%i', (_seed, { week }) => {
    const [walked, jumped] = [live(week, walk), live(week, jump)];
    expect(jumped.records).toEqual(walked.records);
    expect(live({ ...week, isReopened: true }, jump).records).toEqual(jumped.records);
  });
});
