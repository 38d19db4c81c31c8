import { at } from '#base/assert.ts';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { FundingColumns } from '#engine/model/history.ts';

/** Minutes of 365 days. */
export const YEAR_MINUTES = 525_600;
const FUNDING_MINUTES = 480;
/** 60,000.0 USDT at a tick of 0.1: the generated market resembles BTCUSDT. */
const START_PRICE = 600_000;

/** A market regime: the size of a minute's move, the regime's length, and the volume. */
interface Regime {
  /** Standard deviation of a minute, as a fraction. */
  readonly deviation: number;
  /** Mean length in minutes. */
  readonly length: number;
  /** Usual volume of a minute, in steps of 0.001. */
  readonly volume: number;
  /** Regimes that may follow; a repeated one is more likely. */
  readonly next: readonly number[];
}

const REGIMES: readonly Regime[] = [
  { deviation: 0.000_55, length: 2_000, volume: 15_000, next: [1] },
  { deviation: 0.001_2, length: 1_000, volume: 40_000, next: [0, 0, 2] },
  { deviation: 0.002_6, length: 200, volume: 150_000, next: [1] },
];

/** Three jumps a day of 0.2 to 1 %, one in a hundred of them six times as large. */
const JUMP_CHANCE = 3 / 1_440;
/** A weak pull of the price to its start, so that the year has no trend. */
const PULL = 1 / 100_000;
/** Minutes with so little volume that the volume cap applies. */
const THIN_CHANCE = 0.015;

/**
 * A year of one-minute candles from a seed: volatility in regimes, jumps as gaps and inside a minute, opens that miss
 * the close before by a tick or two, volumes with a long tail, funding every eight hours. The same on every machine:
 * only `+ − × /` and whole-number rounding are used.
 */
export function generatedYear(
  seed: number,
  minutes = YEAR_MINUTES,
): { columns: CandleColumns; funding: FundingColumns } {
  const dice = chance(seed);
  const column = () => new Int32Array(minutes);
  const columns = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  let [close, regime] = [START_PRICE, at(REGIMES, 1)];
  for (let minute = 0; minute < minutes; minute += 1) {
    if (dice.next() * regime.length < 1) regime = at(REGIMES, dice.pick(regime.next));
    const jump = dice.next() < JUMP_CHANCE ? jumpOf(dice) : 0;
    const isGap = dice.next() < 0.5;
    const open = Math.round(close * (1 + (isGap ? jump : 0))) + (dice.next() < 0.3 ? dice.between(-2, 2) : 0);
    const drift = (isGap ? 0 : jump) + PULL * (1 - close / START_PRICE);
    const [low, high, end] = path(dice, { open, drift, deviation: regime.deviation });
    columns.open[minute] = open;
    columns.low[minute] = low;
    columns.high[minute] = high;
    columns.close[minute] = end;
    columns.volume[minute] = volumeOf(dice, regime);
    close = end;
  }
  return { columns: { start: instantOf(Date.UTC(2025, 0, 1)), ...columns }, funding: fundingOf(dice, minutes) };
}

/** Four steps inside a minute; each end and an excursion beside it count for the extremes. */
function path(
  dice: Chance,
  { open, drift, deviation }: { open: number; drift: number; deviation: number },
): readonly [low: number, high: number, close: number] {
  let [price, low, high] = [open, open, open];
  for (let step = 0; step < 4; step += 1) {
    price *= 1 + drift / 4 + (normal(dice) * deviation) / 2;
    const excursion = dice.next() * deviation * 0.4 * open;
    low = Math.min(low, price - excursion);
    high = Math.max(high, price + excursion);
  }
  return [Math.round(low), Math.round(high), Math.round(price)];
}

function jumpOf(dice: Chance): number {
  const size = 0.002 + 0.008 * dice.next();
  return (dice.next() < 0.01 ? 6 : 1) * (dice.next() < 0.5 ? -size : size);
}

function volumeOf(dice: Chance, { volume }: Regime): number {
  if (dice.next() < THIN_CHANCE) return dice.between(0, 400);
  return Math.round((volume * 0.3) / (0.05 + dice.next()));
}

/** One settlement every eight hours, around 0.01 %, sometimes negative. */
function fundingOf(dice: Chance, minutes: number): FundingColumns {
  const count = Math.ceil(minutes / FUNDING_MINUTES);
  const rate = () => Math.round(Math.max(-75_000, Math.min(75_000, 8_000 + 12_000 * normal(dice))));
  return {
    minute: Int32Array.from({ length: count }, (_, index) => index * FUNDING_MINUTES),
    rate: Int32Array.from({ length: count }, rate),
  };
}

/** About normal, mean 0 and deviation 1: six uniform draws. */
function normal(dice: Chance): number {
  let sum = 0;
  for (let draw = 0; draw < 6; draw += 1) sum += dice.next();
  return (sum - 3) * Math.SQRT2;
}
