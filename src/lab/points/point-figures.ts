import { cashText, trimDecimal } from '#base/decimal.ts';
import { type Cash, cash, subtract } from '#base/exact.ts';
import { type Instant, MINUTE_MS } from '#base/time.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { type RunStatistics, statisticsOf } from '#engine/report/metrics.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { idleFrom } from '#engine/schedule/closed-days.ts';
import { dayMarks, MARK_NUMBERS } from '#engine/sweep/day-marks.ts';
import type { FigureName } from '#engine/sweep/figures.ts';
import type { PointFigures } from '#storage/tests/test-plan.ts';
import type { PointRun } from './point-task.ts';

/** Where and on what a run ran. */
export interface RunGround {
  /** Open of minute 0 of the history. */
  readonly start: Instant;
  readonly span: Stretch;
  readonly wallet: Cash;
  /** Minutes in which none of its symbols has a market, as `closedMinutes` returns them. */
  readonly closed: readonly Stretch[];
  /** What holding the symbols would have brought, percent. */
  readonly marketChangePercent: string;
}

type Ran = Extract<PointRun, { type: 'run' }>;

/** The figures of a run as its row is stored: amounts as exact text, ratios rounded to eight decimals. */
export function pointFigures({ figures, curve, committed }: Ran, ground: RunGround): PointFigures {
  const { span, wallet, marketChangePercent } = ground;
  const statistics = runStatistics({ figures, curve }, ground);
  const { values } = statistics;
  const result = subtract(cash(figures.equityEnd), wallet);
  const minutes = span.to - span.from;
  return {
    ...moneyTexts(figures, MONEY),
    ...moneyTexts(figures.cycles === 0 ? null : figures, OF_A_CYCLE),
    result: cashText(result),
    returnPercent: percentDecimal(result / wallet) ?? '0',
    committedMargin: committed === null ? null : cashText(committed),
    roiCommittedPercent: committed === null || committed <= 0 ? null : percentDecimal(result / committed),
    marketChangePercent,
    maxDrawdownPercent: percentDecimal(figures.maxDrawdownShare) ?? '0',
    cycles: figures.cycles,
    wins: figures.wins,
    winRatePercent: percentDecimal(values.winRate),
    profitFactor: ratioDecimal(values.profitFactor),
    expectancy: ratioDecimal(values.expectancy),
    payoff: ratioDecimal(values.payoff),
    dailyReturns: statistics.dailyReturns,
    cagrPercent: percentDecimal(values.cagr),
    sharpe: ratioDecimal(values.sharpe),
    sortino: ratioDecimal(values.sortino),
    calmar: ratioDecimal(values.calmar),
    timeInMarketPercent: percentDecimal(figures.minutesInPosition / minutes) ?? '0',
    fills: figures.fills,
    levelsFilledMax: figures.levelsFilledMax,
    liquidations: figures.liquidations,
    timeBlockedPercent: percentDecimal(Math.min(1, figures.minutesBlocked / minutes)) ?? '0',
  };
}

const MONEY = [
  'unrealized',
  'gross',
  'commission',
  'funding',
  'liquidationFee',
  'equityEnd',
  'maxDrawdown',
  'worstOpenLoss',
  'peakMargin',
] as const satisfies readonly FigureName[];
const OF_A_CYCLE = ['bestCycle', 'worstCycle'] as const satisfies readonly FigureName[];

function moneyTexts(
  figures: Readonly<Record<FigureName, number>> | null,
  names: readonly FigureName[],
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(names.map((name) => [name, figures === null ? null : cashText(cash(figures[name]))]));
}

/** The metrics of a run from its figures and its curve. */
export function runStatistics({ figures, curve }: Pick<Ran, 'figures' | 'curve'>, ground: RunGround): RunStatistics {
  const { cycles, wins, losses } = figures;
  const results = { cycles, wins, losses, won: cash(figures.won), lost: cash(figures.lost) };
  return statisticsOf({ results, curve: pointsOfCurve(curve, ground), depth: figures.maxDrawdownShare });
}

/** Equity at the start, at every 00:00 UTC inside of the run and at the end. */
export function pointsOfCurve(
  curve: Float64Array,
  { start, span, wallet, closed }: Pick<RunGround, 'start' | 'span' | 'wallet' | 'closed'>,
): readonly EquityPoint[] {
  const marks = dayMarks(start, span).map((minute, place) => {
    const at = instantAt({ start }, minute + 1);
    const equity = cash(curve[place * MARK_NUMBERS + 1] ?? 0);
    return idleFrom(closed, { start }, at) ? { at, equity, isIdle: true } : { at, equity };
  });
  return [{ at: instantAt({ start }, span.from), equity: wallet }, ...marks];
}

const RATIO_DECIMALS = 8;
const PERCENT = 100;
/** Beyond this a ratio of a few returns says nothing. */
const RATIO_MAX = 1e12;

/** A ratio as decimal text; null for none. */
export function ratioDecimal(value: number | null): string | null {
  return value === null || !(Math.abs(value) < RATIO_MAX) ? null : trimDecimal(value.toFixed(RATIO_DECIMALS));
}

/** A fraction in percent. */
export function percentDecimal(share: number | null): string | null {
  return share === null ? null : ratioDecimal(share * PERCENT);
}

/** Whole minutes between two instants, rounded down. */
export function minutesBetween(from: number, to: number): number {
  return Math.floor((to - from) / MINUTE_MS);
}
