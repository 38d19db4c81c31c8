import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import type { CoinDay } from './coin-returns.ts';
import { type CandleDay, emptyCandleDay } from './day.ts';
import { DIURNAL } from './diurnal.ts';
import type { Draws } from './draws.ts';

/** Prices are at least one tick and fit in 32 bits, with room for derived prices. */
const TICKS_MAX = 1_500_000_000;

/** Minimum number of lots of a minute with price movement: one per corner. */
const LOTS_MIN = 4;
/** Relative increase of volume in a minute that moves by one standard deviation. */
const VOLUME_BY_MOVE = 0.8;
const VOLUME_SPREAD = 0.6;
/** Mean of the two factors above: 1 + 0.8 times the mean move, about 0.75 deviations. */
const VOLUME_MEAN = 1.6;

/** Scale that converts levels to candles of one contract. */
export interface ContractScale {
  /** Start price in ticks, a float: rounding to the grid happens after the level is applied. */
  readonly startTicks: number;
  /** Level at the previous minute's close. */
  readonly levelBefore: number;
  /** Mean quote volume of a minute in USDT, and the USDT in one tick times one step. */
  readonly minuteVolume: number;
  readonly tickStep: number;
}

/** A level as a price on the tick grid. Only this price is ever visible. */
export function ticksAt(startTicks: number, level: number): number {
  return Math.min(TICKS_MAX, Math.max(1, Math.round(startTicks * Math.exp(level))));
}

/**
 * The candles of a day. Each opens at the close of the one before; high and low are the extremes of a Brownian bridge
 * between open and close (2 uniform draws a minute of `shape`), the volume grows with the move (1 bell of `volume`).
 */
export function candleDay(coin: CoinDay, contract: ContractScale, draws: { shape: Draws; volume: Draws }): CandleDay {
  const day = emptyCandleDay();
  let before = contract.levelBefore;
  let open = ticksAt(contract.startTicks, before);
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const level = at(coin.level, minute);
    const deviation = at(coin.deviation, minute);
    const move = level - before;
    const close = ticksAt(contract.startTicks, level);
    day.open[minute] = open;
    day.close[minute] = close;
    const rise = reach(move, deviation, draws.shape.uniform());
    const fall = reach(-move, deviation, draws.shape.uniform());
    day.high[minute] = Math.min(TICKS_MAX, Math.max(open, close, Math.round(open * (1 + rise))));
    day.low[minute] = Math.max(1, Math.min(open, close, Math.round(open * (1 - fall))));
    const busy = at(DIURNAL, minute) * (1 + VOLUME_BY_MOVE * Math.min(8, Math.abs(move) / deviation));
    const spread = Math.exp(VOLUME_SPREAD * draws.volume.bell() - VOLUME_SPREAD ** 2 / 2);
    const lots = ((contract.minuteVolume / VOLUME_MEAN) * busy * spread) / (close * contract.tickStep);
    const isFlat = day.high[minute] === day.low[minute];
    day.volume[minute] = Math.max(isFlat ? 0 : LOTS_MIN, Math.round(lots));
    [before, open] = [level, close];
  }
  return day;
}

/** Maximum of a Brownian bridge with this move and deviation, by inverting its distribution at one draw. */
function reach(move: number, deviation: number, draw: number): number {
  return (move + Math.sqrt(move * move - 2 * deviation * deviation * Math.log(draw))) / 2;
}
