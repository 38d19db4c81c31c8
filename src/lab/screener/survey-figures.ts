import { CASH_PER_USDT, ticks } from '#base/exact.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { BookDepth, BookLevel } from '#ports/market-source.ts';
import type { ContractSurvey } from '#ports/market-survey.ts';
import type { Figure, Figures } from '#ports/screener.ts';

/** Orders within half a percent of the middle count. */
const DEPTH_PERCENT = 0.5;
const PERCENT = 100;
const BASIS_POINTS = 10_000;

/** What the exchange told of one symbol, and what is needed to make sense of it. */
export interface SurveyInput {
  readonly instrument: Instrument;
  readonly survey: ContractSurvey;
  /** USDT traded in 24 hours; null where the exchange does not tell it. */
  readonly volumeDay: number | null;
  /** The last price, in ticks; null where there is none. */
  readonly last: number | null;
  /** Open interest a day before, in coins; null where it was not asked for then. */
  readonly openInterestBefore: number | null;
}

/** The figures of what the exchange was asked for. */
export function surveyFigures(input: SurveyInput): Figures {
  const { survey, instrument, volumeDay, last } = input;
  const { best, depth, highest } = survey;
  const price = last === null ? null : Number(priceText(instrument, ticks(last)));
  const coins = survey.openInterest === null ? null : Number(quantityText(instrument, survey.openInterest));
  const interest = coins === null || price === null ? null : coins * price;
  return {
    spreadBps: best === null ? 'NOT_TOLD' : ((best.ask - best.bid) / ((best.ask + best.bid) / 2)) * BASIS_POINTS,
    ...depthFigures(instrument, depth),
    tradesDay: survey.trades ?? 'NOT_TOLD',
    openInterestUsdt: interest ?? 'NOT_TOLD',
    openInterestChangePercent: changeOf(coins, input.openInterestBefore),
    openInterestVolumeRatio:
      interest === null || volumeDay === null ? 'NOT_TOLD' : volumeDay === 0 ? 'UNDEFINED' : interest / volumeDay,
    drawdownAllTimePercent:
      highest === null || price === null ? 'NOT_TOLD' : (price / Math.max(highest, price) - 1) * PERCENT,
  };
}

function changeOf(now: number | null, before: number | null): Figure {
  if (now === null) return 'NOT_TOLD';
  if (before === null) return 'PAST_SHORT'; // Only what was asked for here is known: the exchange forgets it.
  return before === 0 ? 'UNDEFINED' : (now / before - 1) * PERCENT;
}

/**
 * How much rests within half a percent of the middle, and how far from it the answer reached: of a book with many prices it
 * shows only the nearest, so that the depth is at least so much.
 */
function depthFigures(instrument: Instrument, depth: BookDepth | null): Figures {
  const [bid, ask] = [depth?.bids[0], depth?.asks[0]];
  if (depth === null || bid === undefined || ask === undefined) {
    return { depthUsdt: 'NOT_TOLD', depthReachPercent: 'NOT_TOLD' };
  }
  const middle = (bid.price + ask.price) / 2;
  const distance = ({ price }: BookLevel) => (Math.abs(price - middle) / middle) * PERCENT;
  const near = [...depth.bids, ...depth.asks].filter((level) => distance(level) <= DEPTH_PERCENT);
  const sum = near.reduce((total, { price, quantity }) => total + price * quantity, 0);
  const ends = [depth.bids.at(-1) ?? bid, depth.asks.at(-1) ?? ask];
  return {
    depthUsdt: (sum * instrument.cashPerTickStep) / CASH_PER_USDT,
    depthReachPercent: Math.min(DEPTH_PERCENT, ...ends.map(distance)),
  };
}
