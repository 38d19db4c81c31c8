import { CASH_PER_USDT } from '#base/exact.ts';
import { DAY_MINUTES } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { candleDay } from './candle-day.ts';
import { COIN_START, type CoinState, characterOf, coinDay, FACTOR_CHARACTER } from './coin-returns.ts';
import type { CandleDay } from './day.ts';
import { type DayBegins, dayChain } from './day-chain.ts';
import { type Draws, drawsOf, STREAM } from './draws.ts';
import { FACTOR_DAYS_KEPT, FACTOR_START, type FactorDay, factorDay } from './factor.ts';
import { addFlow } from './flow.ts';

const COIN_DAYS_KEPT = 6;

/** The coin that is the common factor itself. */
export const FACTOR_SYMBOL = 'BTCUSDT';

/** Start values of a generated coin. */
export interface GeneratedCoin {
  readonly instrument: Instrument;
  /** Price at the open of the first day, in ticks, possibly fractional. */
  readonly startTicks: number;
  /** Mean daily volume, USDT. */
  readonly dayVolume: number;
}

/** The market that a coin is generated in. */
interface GeneratedOrigin {
  readonly seed: number;
  /** First day of the coin, not before that of the factor. */
  readonly first: number;
  readonly factor: (day: number) => FactorDay;
  /** Known initial states of later days. */
  readonly begins?: DayBegins;
}

/** Days of the common factor from a first day on; `begins` holds known initial states of later days. */
export function factorDays(seed: number, first: number, begins: DayBegins = new Map()): (day: number) => FactorDay {
  return dayChain({
    begins,
    first,
    start: FACTOR_START,
    kept: FACTOR_DAYS_KEPT,
    run: (day, state) => factorDay(state, drawsOf({ seed, symbol: '', stream: STREAM.factor, part: day })),
  });
}

/** Days of candles of a generated coin. They depend on seed, symbol, first day and factor, but not on other coins. */
export function generatedDays(
  { instrument, startTicks, dayVolume }: GeneratedCoin,
  { seed, first, factor, begins = new Map() }: GeneratedOrigin,
): (day: number) => CandleDay {
  const { symbol } = instrument;
  const draws = (stream: number, part: number): Draws => drawsOf({ seed, symbol, stream, part });
  const character = symbol === FACTOR_SYMBOL ? FACTOR_CHARACTER : characterOf(draws(STREAM.character, 0));
  const tickStep = instrument.cashPerTickStep / CASH_PER_USDT;
  const run = (day: number, state: CoinState) => {
    const coin = coinDay(state, { ...character, factor: factor(day) }, draws(STREAM.coin, day));
    const contract = { startTicks, levelBefore: state.level, minuteVolume: dayVolume / DAY_MINUTES, tickStep };
    const streams = { shape: draws(STREAM.shape, day), volume: draws(STREAM.volume, day) };
    const candles = candleDay(coin.day, contract, streams);
    addFlow(candles, tickStep, draws(STREAM.flow, day));
    return { day: candles, end: coin.end };
  };
  return dayChain({ first, start: COIN_START, kept: COIN_DAYS_KEPT, begins, run });
}
