import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { BAR, barsOf, cyclesOf, ethOf, isFrozen, minuteOf, type PlainBar, weekOf } from '../support/custom-week.ts';
import { weekUntil } from '../support/cut-short.ts';
import { openedMinutes } from '../support/opened-minutes.ts';
import { WEEK_MINUTES } from '../support/random-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live, walk } from '../support/walk-history.ts';

const SEED = SEED_OF_RUN;
const WEEKS = 6;
const EMA_BARS = 3;
/** Bars until the seed is 1e-9 of itself: 20.75 · 4 / 2 rounded up, and the three of the seed. */
const EMA_SETTLING = 45;

const AVERAGE = { ind: 'ema', n: EMA_BARS };
const crosses = (way: 'above' | 'below') => ({ op: `crosses_${way}`, a: { price: 'close' }, b: AVERAGE });

/** In where the close of five minutes crosses above its average, out where it crosses below. */
const CROSSING = {
  timeframe: '5m',
  leverage: 1,
  sizing: { type: 'fixed_notional', value: '500' },
  buy: { enter: crosses('above'), exit: crosses('below') },
};

/** On which side of its average each close lies; null where the average has not settled. */
function sidesOf(bars: readonly (PlainBar | null)[]): (number | null)[] {
  let [average, known] = [Number.NaN, 0]; // A bar without a market begins a new average.
  return bars.map((bar) => {
    if (bar === null) {
      known = 0;
      return null;
    }
    const close = bar.close / 100;
    known += 1;
    average = known > 1 ? average + (close - average) * (2 / (EMA_BARS + 1)) : close;
    return known > EMA_SETTLING ? Math.sign(close - average) : null;
  });
}

interface PlainCycle {
  readonly decided: number;
  readonly quantity: number;
  readonly gross: bigint;
  readonly commission: bigint;
  readonly funding: bigint;
  readonly endAt: number | null;
}

const FEE = 50_000n; // Taker, in 1e-8.
const PER_TICK_STEP = 1_000n; // 0.01 USDT times 0.001 ETH, in 1e-8 USDT.
const halfUp = (amount: bigint, share: bigint): bigint => {
  const product = amount * share;
  const sign = product < 0n ? -1n : 1n;
  return (sign * (sign * product + 50_000_000n)) / 100_000_000n;
};

/** What the bot of `CROSSING` does, as anybody would write it down minute by minute, in whole numbers. */
function plainCycles(stored: SymbolHistory): readonly PlainCycle[] {
  const sides = sidesOf(barsOf(stored));
  const cycles: PlainCycle[] = [];
  let open: { decided: number; quantity: number; cost: bigint; fee: bigint; funding: bigint } | null = null;
  let wanted: 'entry' | 'exit' | null = null;
  let decided = 0;
  for (let minute = 0; minute < WEEK_MINUTES; minute += 1) {
    if (isFrozen(stored, minute)) continue;
    const price = at(stored.columns.open, minute);
    if (open !== null) open.funding += fundingAt(stored, minute, open.quantity);
    if (wanted === 'entry') {
      const paid = Math.ceil((price * 10_005) / 10_000); // Slippage of five basis points, against us.
      const quantity = Math.floor(50_000_000_000 / (at(stored.columns.close, decided) * 1_000));
      const cost = BigInt(paid) * BigInt(quantity) * PER_TICK_STEP;
      const settled = fundingAt(stored, minute, quantity); // Entered in the minute of a settlement: it only pays.
      open = { decided, quantity, cost, fee: halfUp(cost, FEE), funding: settled < 0n ? settled : 0n };
    }
    if (wanted === 'exit' && open !== null) {
      const got = BigInt(Math.floor((price * 9_995) / 10_000)) * BigInt(open.quantity) * PER_TICK_STEP;
      const commission = open.fee + halfUp(got, FEE);
      const { funding, quantity, decided: begun } = open;
      cycles.push({ decided: begun, quantity, gross: got - open.cost, commission, funding, endAt: minute });
      open = null;
    }
    wanted = null;
    const bar = (minute + 1) / BAR - 1;
    if (!Number.isInteger(bar) || bar < 1) continue;
    const [before, now] = [at(sides, bar - 1), at(sides, bar)];
    if (before === null || now === null) continue;
    if (open === null && before <= 0 && now > 0) [wanted, decided] = ['entry', minute];
    if (open !== null && before >= 0 && now < 0) wanted = 'exit';
  }
  if (open === null) return cycles;
  const { decided: begun, quantity, fee: commission, funding } = open;
  return [...cycles, { decided: begun, quantity, gross: 0n, commission, funding, endAt: null }];
}

function fundingAt({ funding, columns }: SymbolHistory, minute: number, quantity: number): bigint {
  const place = funding.minute.indexOf(minute);
  if (place < 0) return 0n;
  const value = BigInt(at(columns.open, minute)) * BigInt(quantity) * PER_TICK_STEP;
  return -halfUp(value, BigInt(at(funding.rate, place)));
}

const weeks = Array.from({ length: WEEKS }, (_unused, number) => weekOf(chance(SEED + number), CROSSING));
const named = weeks.map((week, number) => [SEED + number, week] as const);

describe(`a custom bot that crosses an average, seed ${SEED}`, () => {
  it.each(named)(
    'has the cycles of a plain loop over the minutes, to the last digit, PROPERTY_SEED=%i',
    (_seed, week) => {
      const { records } = live(week, walk);
      const told = cyclesOf(records).filter(({ beginAt }) => beginAt !== null);
      expect(told.map(plain)).toEqual(plainCycles(ethOf(week)));
      expect(told.filter(({ endAt }) => endAt !== null).map(({ closeReason }) => closeReason)).toEqual(
        told.filter(({ endAt }) => endAt !== null).map(() => 'exit_signal'),
      );
    },
  );

  it.each(named)('leaves the same records jumped through, walked and reopened, PROPERTY_SEED=%i', (_seed, week) => {
    const [walked, jumped] = [live(week, walk), live(week, jump)];
    expect(jumped.records).toEqual(walked.records);
    expect(jumped.visited).toBeLessThan(walked.visited / 2);
    expect(live({ ...week, isReopened: true }, jump).records).toEqual(jumped.records);
  });

  it.each(named)('never looks ahead: cutting off the future changes nothing before, PROPERTY_SEED=%i', (seed, week) => {
    const whole = live(week, jump).records;
    const cuts = [chance(seed).between(1, WEEK_MINUTES - 1), ...openedMinutes(whole).slice(0, 3)];
    for (const minutes of cuts.filter((cut) => cut > 0)) {
      const known = live(weekUntil(week, minutes), jump).records;
      expect(whole.slice(0, known.length), `${minutes} minutes`).toEqual(known);
    }
  });

  it('has many cycles in most weeks', () => {
    const counts = weeks.map((week) => openedMinutes(live(week, jump).records).length);
    expect(counts.filter((count) => count > 20).length).toBeGreaterThan(WEEKS / 2);
  });
});

function plain(cycle: Cycle): PlainCycle {
  return {
    decided: minuteOf(cycle.openedAt),
    quantity: cycle.entryQuantity,
    gross: BigInt(cycle.gross),
    commission: BigInt(cycle.commission),
    funding: BigInt(cycle.funding),
    endAt: cycle.endAt === null ? null : minuteOf(cycle.endAt),
  };
}
