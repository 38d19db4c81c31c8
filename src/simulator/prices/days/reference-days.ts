import { at } from '#base/assert.ts';
import { RATE_ONE } from '#base/exact.ts';
import { DAY_MINUTES } from '#base/time.ts';
import type { CandleDay } from './day.ts';
import { type DayBegins, dayChain } from './day-chain.ts';
import { drawsOf, STREAM } from './draws.ts';
import { slowProcess } from './slow-process.ts';

/** Reference series of a day, one row per minute: rates in 1e-8 relative to the contract's last price. */
export interface ReferenceDay {
  readonly markRate: Int32Array;
  readonly indexRate: Int32Array;
  readonly spotRate: Int32Array;
  /** Estimated rate of the next settlement at the minute's close. */
  readonly fundingRate: Int32Array;
  /** In steps. */
  readonly openInterest: Float64Array;
}

/** Parameters of the reference series of a symbol. */
export interface ReferenceTerms {
  readonly seed: number;
  readonly symbol: string;
  /** False when no mark was recorded; mark and index then equal the last price. */
  readonly hasBasis: boolean;
  readonly fundingHours: number;
  /** Maximum absolute funding rate of one settlement, in 1e-8. */
  readonly fundingCap: number;
  /** Mean value of all open positions, USDT, and the USDT in one tick times one step. */
  readonly openInterest: number;
  readonly tickStep: number;
}

/**
 * State at the start of a day: basis and its averages as fractions, trend as a log return, open interest as a
 * logarithm.
 */
interface ReferenceState {
  readonly basis: number;
  readonly basisAverage: number;
  readonly premium: number;
  readonly trend: number;
  readonly interest: number;
  /** In ticks; 0 before the first candle. */
  readonly close: number;
}

const DAYS_KEPT = 6;
const BEGIN: ReferenceState = { basis: 0, basisAverage: 0, premium: 0, trend: 0, interest: 0, close: 0 };

/** Premium of the contract over the index: it lasts for hours, is a few basis points, and grows in a trend. */
const BASIS = slowProcess(180, 0.000_25);
const BASIS_BY_TREND = 0.006;
const BASIS_MAX = 0.003;
const MARK_MINUTES = 30;
/** Time constant of the trend: half a day. */
const TREND_MINUTES = 720;
const INTEREST = slowProcess(4_320, 0.15);
const INTEREST_BY_TREND = 1.5;
/** Interest component of eight hours: 0.01 %. */
const FUNDING_BASE = 0.0001;
const FUNDING_BASE_HOURS = 8;
/** Spot is 1 to 5 basis points away from the index. */
const [SPOT_NEAR, SPOT_FAR] = [0.0001, 0.0005];

/**
 * Mark, index, spot, funding and open interest by day, computed from the candles, so that they use prices on the tick
 * grid: mark = index × (1 + average of the basis), funding = clamp(average premium + 0.01 %) scaled from eight hours to
 * the symbol's own (docs/decisions/0017-simulated-prices.md). Per minute 1 bell and 2 uniforms of `basis`, 1 bell of
 * `interest`.
 *
 * @param origin - the first day, and known initial states of later ones
 */
export function referenceDays(
  terms: ReferenceTerms,
  origin: { readonly first: number; readonly begins: DayBegins },
  candles: (day: number) => CandleDay,
): (day: number) => ReferenceDay {
  return dayChain({
    ...origin,
    start: BEGIN,
    kept: DAYS_KEPT,
    run: (number, state) => referenceDay({ terms, number, candles: candles(number) }, state),
  });
}

interface Task {
  readonly terms: ReferenceTerms;
  readonly number: number;
  readonly candles: CandleDay;
}

function referenceDay({ terms, number, candles }: Task, begin: ReferenceState) {
  const { seed, symbol } = terms;
  const draws = drawsOf({ seed, symbol, stream: STREAM.basis, part: number });
  const interestDraws = drawsOf({ seed, symbol, stream: STREAM.interest, part: number });
  const day = emptyReferenceDay();
  let state = begin;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const shocks = { basis: draws.bell(), interest: interestDraws.bell() };
    const spot = (SPOT_NEAR + (SPOT_FAR - SPOT_NEAR) * draws.uniform()) * Math.sign(draws.uniform() - 0.5);
    const close = at(candles.close, minute);
    if (close === 0) continue;
    state = nextState(terms, state, { close, shocks });
    const index = 1 / (1 + state.basis);
    day.indexRate[minute] = rateOf(index - 1);
    day.markRate[minute] = rateOf(index * (1 + state.basisAverage) - 1);
    day.spotRate[minute] = rateOf(index * (1 + spot) - 1);
    day.fundingRate[minute] = fundingOf(state.premium, terms);
    const interest = (terms.openInterest * Math.exp(state.interest)) / (close * terms.tickStep);
    day.openInterest[minute] = Math.round(interest);
  }
  return { day, end: state };
}

function nextState(
  { hasBasis, fundingHours }: ReferenceTerms,
  before: ReferenceState,
  now: { readonly close: number; readonly shocks: { readonly basis: number; readonly interest: number } },
): ReferenceState {
  const { close, shocks } = now;
  const move = before.close === 0 ? 0 : (close - before.close) / before.close;
  const trend = before.trend * (1 - 1 / TREND_MINUTES) + move;
  const pull = (1 - BASIS.stays) * BASIS_BY_TREND * trend;
  const drifted = BASIS.stays * before.basis + pull + BASIS.added * shocks.basis;
  const basis = hasBasis ? Math.min(BASIS_MAX, Math.max(-BASIS_MAX, drifted)) : 0;
  const interestPull = (1 - INTEREST.stays) * INTEREST_BY_TREND * trend;
  return {
    basis,
    basisAverage: averaged(before.basisAverage, basis, MARK_MINUTES),
    premium: averaged(before.premium, basis, fundingHours * 60),
    trend,
    interest: INTEREST.stays * before.interest + interestPull + INTEREST.added * shocks.interest,
    close,
  };
}

/** Next value of an exponential moving average. */
function averaged(before: number, value: number, minutes: number): number {
  return before + (value - before) / minutes;
}

function fundingOf(premium: number, { fundingHours, fundingCap }: ReferenceTerms): number {
  const fraction = ((premium + FUNDING_BASE) * fundingHours) / FUNDING_BASE_HOURS;
  return Math.min(fundingCap, Math.max(-fundingCap, rateOf(fraction)));
}

function rateOf(fraction: number): number {
  return Math.round(fraction * RATE_ONE) + 0; // Adding zero turns -0 into 0.
}

function emptyReferenceDay(): ReferenceDay {
  const rates = () => new Int32Array(DAY_MINUTES);
  const openInterest = new Float64Array(DAY_MINUTES);
  return { markRate: rates(), indexRate: rates(), spotRate: rates(), fundingRate: rates(), openInterest };
}
