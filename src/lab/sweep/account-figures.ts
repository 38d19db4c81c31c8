import { assert } from '#base/assert.ts';
import { larger, smaller } from '#base/exact.ts';
import { MINUTE_MS } from '#base/time.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { CycleRecord } from '#engine/model/record.ts';
import { tallyOf } from '#engine/report/run-figures.ts';
import { type FigureName, figureNames } from '#engine/sweep/figures.ts';
import type { SweepAccount } from '#engine/sweep/plan.ts';
import { type BotReport, botReport } from '../report/bot-report.ts';
import type { BotHalt } from '../report/halts.ts';
import { isBlock } from '../report/report-flags.ts';

/** One set on the minutes [from, to) of a history. */
interface AccountRun {
  readonly history: SymbolHistory;
  /** Omitted, the first minute; those before it are read by rules. */
  readonly from?: number;
  /** Index after the last minute. */
  readonly to: number;
  readonly instrument: Instrument;
  readonly account: SweepAccount;
  /** Omitted, a ladder on paper. */
  readonly kind?: BotKind;
  readonly params: BotParams;
}

/**
 * The row of sweep figures computed by the account instead of the kernel, for sets that the kernel does not support. It
 * is about ten times as slow and has no limit on the margin committed.
 */
export function accountFigures({
  history,
  from = 0,
  to,
  instrument,
  account,
  params,
  kind = paperLadder.kind,
}: AccountRun): readonly number[] {
  assert(account.limit == null, 'a report has no limit of a portfolio');
  const { symbol } = instrument;
  const past = { start: history.columns.start, minutes: to, symbols: new Map([[symbol, history]]) };
  const market = { instruments: new Map([[symbol, instrument]]), slippage: account.slippage, hasLog: false };
  const report = botReport({
    history: past,
    market,
    symbols: [symbol],
    kind,
    params,
    wallet: account.wallet,
    span: { from, to },
  });
  const figures = figuresOfReport(report);
  return figureNames.map((name) => figures[name]);
}

/** The figures of a report under the names and with the meaning of sweep figures. */
export function figuresOfReport(report: BotReport): Readonly<Record<FigureName, number>> {
  const { trades, cycles, netCycles, results, totals, equity, halts, end } = report;
  const tally = tallyOf(results);
  const blocks = halts.filter(({ reason }) => isBlock(reason));
  return {
    cycles: tally.cycles,
    wins: tally.wins,
    fills: trades.length,
    gross: totals.gross,
    commission: totals.commission,
    funding: totals.funding,
    liquidationFee: totals.liquidationFee,
    unrealized: totals.unrealized,
    equityEnd: totals.equityAtEnd,
    maxDrawdown: equity.maxDrawdown,
    maxDrawdownShare: equity.drawdown?.depth ?? 0,
    worstOpenLoss: equity.worstOpenLoss,
    peakMargin: netCycles.reduce((most, { netCycle }) => Math.max(most, netCycle.peakMargin), 0),
    levelsFilledMax: cycles.reduce((most, { cycle }) => Math.max(most, cycle.levelsFilled), 0),
    minutesInPosition: minutesHeld(report),
    liquidations: cycles.filter(({ cycle }) => cycle.state === 'LIQUIDATED').length,
    bestCycle: results.length === 0 ? 0 : results.reduce((one, other) => larger(one, other)),
    worstCycle: results.length === 0 ? 0 : results.reduce((one, other) => smaller(one, other)),
    minutesBlocked: blocks.reduce((total, halt) => total + closesOf(halt, end), 0),
    losses: tally.losses,
    won: tally.won,
    lost: tally.lost,
    minutesBlockedAtEnd: blocks.reduce((most, halt) => Math.max(most, halt.to === null ? closesOf(halt, end) : 0), 0),
  };
}

/** Minutes at whose close the halt was in force: it begins at a close and ends before one, or with the history. */
function closesOf({ from, to }: BotHalt, end: number): number {
  return Math.ceil(((to ?? end) - from) / MINUTE_MS);
}

/** Minutes at whose close a position was open; the two directions of a bot may overlap. */
function minutesHeld({ cycles, start, end }: BotReport): number {
  const minuteOf = (time: number): number => Math.floor((time - start) / MINUTE_MS);
  const spanOf = ({ cycle: { beginAt, endAt } }: CycleRecord) =>
    beginAt === null ? [] : [{ from: minuteOf(beginAt), to: minuteOf(endAt ?? end) }];
  const spans = cycles.flatMap(spanOf).toSorted((one, other) => one.from - other.from);
  let [held, until] = [0, 0];
  for (const { from, to } of spans) {
    held += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return held;
}
