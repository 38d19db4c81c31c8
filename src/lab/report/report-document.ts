import { cashText, trimDecimal } from '#base/decimal.ts';
import { isoText } from '#base/iso-text.ts';
import type { Instant } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { cycleIdOf } from '#engine/model/record.ts';
import { cycleRow, logRow, netCycleRow, orderRow, type RecordOwner, tradeRow } from '#storage/recorder/record-rows.ts';
import { type BotReport, REPORT_BOT, type ReportTotals } from './bot-report.ts';
import type { EquityCurve } from './equity-curve.ts';
import type { FundingRow } from './gather-records.ts';
import type { BotHalt } from './halts.ts';

/**
 * A report as plain JSON data: money, prices, quantities and ratios are decimal text, instants ISO text. Its rows are
 * those that a paper portfolio stores of the same bot.
 */
export function reportDocument(report: BotReport, instruments: ReadonlyMap<string, Instrument>): object {
  const { bot, totals, statistics } = report;
  const owner: RecordOwner = { ownerId: '', portfolioId: '', instruments };
  return {
    start: isoText(report.start),
    end: isoText(report.end),
    symbols: bot.symbols,
    params: bot.params,
    state: bot.state,
    stateReason: bot.stateReason,
    totals: totalTexts(totals),
    statistics: { ...ratioTexts(statistics.values), dailyReturns: statistics.dailyReturns },
    flags: report.flags,
    halts: haltTextsOf(report.halts),
    drawdown: drawdownTexts(report.equity),
    equity: report.equity.points.map(({ at, equity }) => ({ ts: isoText(at), equity: cashText(equity) })),
    netCycles: report.netCycles.map((record) => ownRow(netCycleRow(owner, record))),
    cycles: report.cycles.map((record) => ownRow(cycleRow(owner, record))),
    orders: report.orders.map((record) => ownRow(orderRow(owner, record))),
    trades: report.trades.map((record, index) => ownRow(tradeRow(owner, record, index + 1))),
    funding: report.funding.map(fundingTexts),
    log: report.notes.map((note, index) => ownRow(logRow(owner, note, String(index + 1)))),
  };
}

/** Halts with their instants as ISO text. */
export function haltTextsOf(halts: readonly BotHalt[]): readonly object[] {
  return halts.map(({ from, to, ...halt }) => ({ ...halt, from: isoText(from), to: to === null ? null : isoText(to) }));
}

function totalTexts(totals: ReportTotals): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, cashText(amount)]));
}

/** With the names and the meaning of a grid's figures. */
function drawdownTexts({ maxDrawdown, worstOpenLoss, drawdown }: EquityCurve): object {
  const [time, depth] = [(at: Instant | null | undefined) => (at == null ? null : isoText(at)), drawdown?.depth ?? 0];
  return {
    maxDrawdown: cashText(maxDrawdown),
    maxDrawdownShare: trimDecimal(depth.toFixed(RATIO_DECIMALS)),
    peakAt: time(drawdown?.peakAt),
    troughAt: time(drawdown?.troughAt),
    recoveredAt: time(drawdown?.recoveredAt),
    worstOpenLoss: cashText(worstOpenLoss),
  };
}

const RATIO_DECIMALS = 8;

/** Beyond this a ratio of a few returns says nothing. */
const RATIO_MAX = 1e12;

/** Ratios, rounded to eight decimals. */
function ratioTexts(values: Readonly<Record<string, number | null>>): Readonly<Record<string, string | null>> {
  const text = (value: number | null): string | null =>
    value === null || !(Math.abs(value) < RATIO_MAX) ? null : trimDecimal(value.toFixed(RATIO_DECIMALS));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));
}

/** The row without whom it belongs to; its instants become ISO text in JSON. */
function ownRow({
  ownerId: _owner,
  portfolioId: _portfolio,
  ...row
}: {
  ownerId: string;
  portfolioId: string;
}): object {
  return row;
}

function fundingTexts({ symbol, direction, cycleSeq, sourceId, at, amount }: FundingRow): object {
  const cycleId = cycleIdOf({ botId: REPORT_BOT, symbol, direction }, cycleSeq);
  return { sourceId, cycleId, ts: isoText(at), symbol, direction, amount: cashText(amount) };
}
