import { cashText } from '#base/decimal.ts';
import { steps, ticks } from '#base/exact.ts';
import type { Reply } from '#contract/call.ts';
import type { tryStrategy } from '#contract/strategy.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { TRUE, UNKNOWN } from '#engine/rules/truth.ts';
import type {
  StrategyTrial,
  TrialBars,
  TrialCycle,
  TrialFigures,
  TrialRule,
  TrialTrigger,
} from '#ports/strategy-trials.ts';
import { maybeTimeText, statisticText, timeText } from '../http/text.ts';
import { wirePath } from '../http/wire.ts';
import { paramsPath, saveWarnings } from './params-check.ts';

type TrialReply = Reply<typeof tryStrategy>;

/** A trial as the API tells it. */
export function presentTrial(trial: StrategyTrial, instrument: Instrument): TrialReply {
  return {
    symbol: instrument.symbol,
    dateFrom: timeText(trial.from),
    dateTo: timeText(trial.to),
    wallet: cashText(trial.wallet),
    flags: [...trial.flags],
    bars: presentBars(trial.bars, instrument),
    series: trial.series.map(({ operand, timeframe, values }) => ({
      ...{ operand: { ...operand }, timeframe },
      values: Array.from(values, (value) => (Number.isNaN(value) ? null : statisticText(value))),
    })),
    rules: trial.rules.map(presentRule),
    triggers: trial.triggers.map((trigger) => presentTrigger(trigger, instrument)),
    figures: presentFigures(trial.figures),
    unsteady: trial.inspection.refusals.map((reason) => ({ path: paramsPath(reason), detail: reason.detail })),
    warnings: saveWarnings(trial.inspection.warnings),
    reads: trial.reads.map((one) => ({ ...one })),
  };
}

function presentBars({ timeframe, start, volume, ...prices }: TrialBars, instrument: Instrument): TrialReply['bars'] {
  const priced = (column: Float64Array) =>
    Array.from(column, (price) => (Number.isNaN(price) ? null : priceText(instrument, ticks(price))));
  return {
    ...{ timeframe, start: timeText(start) },
    open: priced(prices.open),
    high: priced(prices.high),
    low: priced(prices.low),
    close: priced(prices.close),
    volume: Array.from(volume, (traded) => (Number.isNaN(traded) ? null : quantityText(instrument, steps(traded)))),
  };
}

function presentRule({ field, purpose, direction, knownSince, nodes }: TrialRule): TrialReply['rules'][number] {
  return {
    ...{ field: wirePath(field), purpose, direction, knownSince: maybeTimeText(knownSince) },
    nodes: nodes.map(({ path, truths, values }) => ({
      path: path.join('.'),
      truths: Array.from(truths, truthLetter).join(''),
      values: values.map((value) => ({ ...value })),
    })),
  };
}

function truthLetter(truth: number): string {
  if (truth === UNKNOWN) return 'u';
  return truth === TRUE ? 't' : 'f';
}

function presentTrigger(
  { closedAt, direction, price, skippedBy, pausedUntil, cycle }: TrialTrigger,
  instrument: Instrument,
): TrialReply['triggers'][number] {
  return {
    ...{ closedAt: timeText(closedAt), direction, price: priceText(instrument, price) },
    ...{ skippedBy, pausedUntil: maybeTimeText(pausedUntil) },
    cycle: cycle && presentTrialCycle(cycle, instrument),
  };
}

function presentTrialCycle(cycle: TrialCycle, instrument: Instrument) {
  const { endAt, closeReason, entryPrice, exitPrice, result, resultShare, adverseShare, heldMs, levelsFilled } = cycle;
  return {
    ...{ endAt: maybeTimeText(endAt), closeReason, heldMs, levelsFilled },
    entryPrice: priceText(instrument, entryPrice),
    exitPrice: exitPrice === null ? null : priceText(instrument, exitPrice),
    result: cashText(result),
    resultPercent: percentNumber(resultShare),
    adversePercent: percentNumber(adverseShare),
  };
}

function presentFigures(figures: TrialFigures): TrialReply['figures'] {
  const { triggers, triggersOfMonth, entered, skipped, cycles, payoff } = figures;
  return {
    ...{ triggers, triggersOfMonth, entered, skipped: skipped.map((one) => ({ ...one })), cycles },
    result: cashText(figures.result),
    commission: cashText(figures.commission),
    funding: cashText(figures.funding),
    meanPercent: percentNumber(figures.resultShareMean),
    worstPercent: percentNumber(figures.resultShareWorst),
    winPercent: percentNumber(figures.winRate),
    payoff: payoff === null ? null : statisticText(payoff),
    drawdownPercent: percentNumber(figures.drawdownShare),
    holdingPercent: percentNumber(figures.holdingShare),
  };
}

const ALL_PERCENT = 100;

const percentNumber = (share: number | null): string | null =>
  share === null ? null : statisticText(share * ALL_PERCENT);
