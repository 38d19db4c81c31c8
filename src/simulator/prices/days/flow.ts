import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import type { CandleDay } from './day.ts';
import type { Draws } from './draws.ts';

/** USDT of an ordinary trade. */
const TRADE_SIZE = 900;
const TRADE_SPREAD = 0.3;
/** As many as a candle's prints may be, so that no print is more than a trade. */
const TRADES_MIN = 9;
const TRADES_MAX = 200_000;
/** Takers buy 58 of 100 in a minute that rises, give or take six. */
const LEAN = 0.08;
const LEAN_SPREAD = 0.06;

/**
 * Adds to the candles of a day how many trades were made and what takers bought of the volume, from prices and volumes
 * alone. Two bell draws a minute.
 *
 * @param day - its counts of trades and taker volumes are filled
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
