import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import type { CandleDay } from './day.ts';
import type { Draws } from './draws.ts';

/** Typical trade size in USDT. */
const TRADE_SIZE = 900;
const TRADE_SPREAD = 0.3;
/** The maximum number of prints of a candle, so that every print is at least one trade. */
const TRADES_MIN = 9;
const TRADES_MAX = 200_000;
/** In a rising minute takers buy 58 % of the volume, give or take six points. */
const LEAN = 0.08;
const LEAN_SPREAD = 0.06;

/**
 * Adds trade counts and taker buy volumes to the candles of a day, derived from prices and volumes. Two bell draws a
 * minute.
 *
 * @param day - its trade counts and taker volumes are filled in
 * @param tickStep - USDT in one tick times one step
 */
export function addFlow(day: CandleDay, tickStep: number, draws: Draws): void {
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const [open, close, volume] = [at(day.open, minute), at(day.close, minute), at(day.volume, minute)];
    const size = TRADE_SIZE * Math.exp(TRADE_SPREAD * draws.bell());
    const trades = Math.round((volume * close * tickStep) / size);
    day.trades[minute] = Math.min(volume, Math.max(TRADES_MIN, Math.min(TRADES_MAX, trades)));
    const share = 0.5 + LEAN * Math.sign(close - open) + LEAN_SPREAD * draws.bell();
    day.takerBuyVolume[minute] = Math.round(volume * Math.min(0.98, Math.max(0.02, share)));
  }
}
