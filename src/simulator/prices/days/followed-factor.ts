import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import type { CandleDay } from './day.ts';
import { type DayBegins, dayChain } from './day-chain.ts';
import { FACTOR_DAYS_KEPT, type FactorDay, YEAR_MINUTES } from './factor.ts';

/** State at the start of a day: variance per minute, and the last close in ticks, 0 before the first candle. */
interface FollowedState {
  readonly variance: number;
  readonly close: number;
}

/** Typical volatility of a minute, 45 % a year, against which activity is measured. */
const ORDINARY = 0.45 / Math.sqrt(YEAR_MINUTES);
const MEMORY_MINUTES = 60;
const [MOOD_MIN, MOOD_MAX] = [0.3, 6];
/** A larger step is a seam where the recording starts over at its own prices, not a move of the market. */
const STEP_MAX = 0.3;

/**
 * The common factor read from recorded candles of Bitcoin instead of generated, so that generated coins follow the
 * displayed Bitcoin. Jumps are not distinguished from other moves; market activity is measured over the last hour.
 *
 * @param first - the first day
 * @param begins - known initial states of later days
 */
export function followedFactor(
  first: number,
  candles: (day: number) => CandleDay,
  begins: DayBegins,
): (day: number) => FactorDay {
  return dayChain<FollowedState, FactorDay>({
    begins,
    first,
    start: { variance: ORDINARY * ORDINARY, close: 0 },
    kept: FACTOR_DAYS_KEPT,
    run: (number, state) => followedDay(candles(number), state),
  });
}

function followedDay({ close: closes }: CandleDay, state: FollowedState) {
  const column = () => new Float64Array(DAY_MINUTES);
  const day: FactorDay = { returns: column(), jumps: column(), mood: column(), deviation: column() };
  let { variance, close } = state;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const next = at(closes, minute) === 0 ? close : at(closes, minute);
    const move = close === 0 ? 0 : Math.log(next / close);
    const step = Math.abs(move) > STEP_MAX ? 0 : move;
    const deviation = Math.max(Math.sqrt(variance), MOOD_MIN * ORDINARY);
    day.returns[minute] = step;
    day.deviation[minute] = deviation;
    day.mood[minute] = Math.min(MOOD_MAX, deviation / ORDINARY);
    variance += (step * step - variance) / MEMORY_MINUTES;
    close = next;
  }
  return { day, end: { variance, close } };
}
