import { percentText, trimDecimal } from '#base/decimal.ts';
import { ticks } from '#base/exact.ts';
import { DAY_MINUTES } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import type { getLadderReach, getPriceMoveHistogram } from '#contract/market/price-moves.ts';
import { type Instrument, priceText } from '#engine/model/instrument.ts';
import type { StepReach } from '#engine/moves/ladder-reach.ts';
import type { DatedSwing, ExcursionFigures, Percentiles, PriceMoves } from '#engine/moves/price-moves.ts';
import type { MoveBin } from '#engine/moves/sample-figures.ts';
import type { MeasuredMoves, MeasuredReach, MovesRequest, MovesWindow } from '#ports/price-move-measures.ts';
import { maybeTimeText, timeText } from '../http/text.ts';

type MovesReply = Reply<typeof getPriceMoveHistogram>;

const ALL_PERCENT = 100;
const PERCENT_DECIMALS = 6;
const MILLION = 1e6;

/** Price moves as the API tells them. */
export function presentMoves(
  { window, moves, computedAt }: MeasuredMoves,
  request: MovesRequest,
  instrument: Instrument,
): MovesReply {
  return {
    assetId: instrument.symbol,
    futuresTicker: instrument.symbol,
    direction: request.direction,
    reboundPercent: percentText(request.rebound),
    horizonDays: request.horizonDays,
    ...presentWindow(window, request.windowDays),
    computedAt: timeText(computedAt),
    drops: presentDrops(moves.drops, instrument),
    excursions: presentExcursions(moves.excursions),
    returns: moves.returns.map(({ horizon, samples, ...figures }) => ({
      ...{ horizon, samples },
      mean: maybeText(figures.mean),
      deviation: maybeText(figures.deviation),
      atP1: maybeText(figures.p1),
      atP5: maybeText(figures.p5),
      atP50: maybeText(figures.p50),
      atP95: maybeText(figures.p95),
      atP99: maybeText(figures.p99),
    })),
  };
}

/** How far a ladder reaches, as the API tells it. */
export function presentReach(
  { window, whole, levels, expectedLevels, expectedMargin }: MeasuredReach,
  windowDays: number,
): Reply<typeof getLadderReach> {
  return {
    ...presentWindow(window, windowDays),
    whole: presentOneReach(whole),
    coveragePercent: whole.swings === 0 ? null : text(ALL_PERCENT * (1 - whole.reached / whole.swings)),
    levels: levels.map(presentOneReach),
    expectedLevels: text(expectedLevels),
    expectedMargin: text(expectedMargin),
  };
}

function presentWindow({ from, to, minutesStored }: MovesWindow, daysAsked: number) {
  const daysStored = text(Math.floor((ALL_PERCENT * minutesStored) / DAY_MINUTES) / ALL_PERCENT);
  return { dateFrom: timeText(from), dateTo: timeText(to), daysAsked, daysStored };
}

function presentDrops(drops: PriceMoves['drops'], instrument: Instrument): MovesReply['drops'] {
  const told = (swing: DatedSwing) => presentSwing(swing, instrument);
  return {
    samples: drops.samples,
    bins: drops.bins.map(presentBin),
    percent: presentPercentiles(drops.percent),
    minutes: presentPercentiles(drops.minutes),
    swingsADay: text(drops.swingsADay),
    open: drops.open && told(drops.open),
    largest: drops.largest.map(told),
  };
}

function presentExcursions(found: ExcursionFigures): MovesReply['excursions'] {
  const { samples, censored, cutOff } = found;
  return {
    ...{ samples, censored, cutOff },
    bins: found.bins.map(presentBin),
    percent: presentPercentiles(found.percent),
    minutes: presentPercentiles(found.minutes),
    effectiveSamples: maybeText(found.effectiveSamples),
  };
}

function presentSwing(swing: DatedSwing, instrument: Instrument) {
  return {
    beginDate: timeText(swing.beginAt),
    turnDate: timeText(swing.turnAt),
    endDate: maybeTimeText(swing.endAt),
    beginPrice: priceText(instrument, ticks(swing.pivot)),
    deepestPrice: priceText(instrument, ticks(swing.extreme)),
    dropPercent: text(swing.percent),
  };
}

function presentBin({ from, to, count, share, cumulative }: MoveBin) {
  return {
    fromPercent: text(from),
    toPercent: maybeText(to),
    count,
    sharePercent: text(ALL_PERCENT * share),
    cumulativePercent: text(ALL_PERCENT * cumulative),
  };
}

function presentPercentiles({ p50, p75, p90, p95, p99, max }: Percentiles) {
  return {
    atP50: maybeText(p50),
    atP75: maybeText(p75),
    atP90: maybeText(p90),
    atP95: maybeText(p95),
    atP99: maybeText(p99),
    max: maybeText(max),
  };
}

function presentOneReach({ swings, reached }: StepReach) {
  return { swings, reached, reachedPercent: swings === 0 ? null : text((ALL_PERCENT * reached) / swings) };
}

function text(value: number): string {
  const rounded = Math.round(value * MILLION) / MILLION + 0; // Adding zero turns minus zero into zero.
  return trimDecimal(rounded.toFixed(PERCENT_DECIMALS));
}

function maybeText(value: number | null): string | null {
  return value === null ? null : text(value);
}
