import { formatDecimal, groupThousands } from '#base/decimal.ts';
import { CASH_DECIMALS, type Cash, multiplyDivide, negate } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Drawdown } from '#engine/report/drawdown.ts';
import { figureWords } from '#engine/report/note-templates.ts';
import type { BotReport } from '#lab/report/bot-report.ts';
import { closedAndOpen } from '#lab/report/closed-and-open.ts';
import type { ReportFlag } from '#lab/report/report-flags.ts';
import { minuteText } from '#market/candle-files/csv/csv-time.ts';
import { textTable } from '../text-table.ts';
import { originText, type RunOrigin } from './backtest-origin.ts';
import { haltSentences } from './halt-sentences.ts';

type Row = readonly string[];

/** A report as text. */
export function reportText(report: BotReport, origin: RunOrigin): string {
  const { bot, start, end, flags, halts } = report;
  const notes = [...origin.notes, ...flags.flatMap((flag) => FLAG_SENTENCES[flag] ?? []), ...haltSentences(halts)];
  return [
    `${bot.symbols.join(', ')}, ${periodText(start, end)}\n${originText(origin)}`,
    textTable(moneyRows(report)),
    textTable([...countRows(report), ...ratioRows(report)]),
    ...(notes.length === 0 ? [] : [notes.map((note) => `Note: ${note}`).join('\n')]),
  ].join('\n\n');
}

/** Halts have sentences of their own. */
const FLAG_SENTENCES: Readonly<Partial<Record<ReportFlag, string>>> = {
  FEW_RETURNS: 'fewer than 30 daily returns, too few for growth a year and the Sharpe, Sortino and Calmar ratios.',
  FEW_CYCLES: 'fewer than 30 cycles ended, so this may be luck.',
  LIQUIDATED: 'a position was liquidated, and the bot opened no cycle after it.',
  OPEN_AT_END: 'positions open at the end count with their open result.',
};

function moneyRows(report: BotReport): Row[] {
  const { totals } = report;
  const { closed, open, result } = closedAndOpen(report);
  return [
    ['Equity at the start', usdtText(totals.equityAtStart)],
    ['Closed cycles', signedText(closed.result)],
    ['  gross', signedText(closed.gross)],
    ['  commissions', signedText(negate(closed.commission))],
    ['  funding', signedText(closed.funding)],
    ['  liquidation fees', signedText(negate(closed.liquidationFee))],
    ['Open at the end', signedText(open)],
    ['Net result', signedText(result)],
    ['Equity at the end', usdtText(totals.equityAtEnd)],
    ['Change', shareText(totals.equityAtEnd / totals.equityAtStart - 1)],
  ];
}

function countRows({ cycles, results, orders, trades }: BotReport): Row[] {
  const reasons = cycles.flatMap(({ cycle: { closeReason } }) => (closeReason === null ? [] : [closeReason]));
  const ends = [...new Set(reasons)].map((reason) => [
    `  by ${figureWords[reason] ?? reason}`,
    String(reasons.filter((other) => other === reason).length),
  ]);
  return [
    ['Cycles ended', String(results.length)],
    ...ends,
    ['Cycles open at the end', String(cycles.filter(({ cycle }) => cycle.endAt === null).length)],
    ['Orders', String(orders.length)],
    ['Fills', String(trades.length)],
  ];
}

/** The deepest drawdown, statistics of the cycles and ratios of the curve; undefined ones are omitted. */
function ratioRows({ equity, statistics: { values } }: BotReport): Row[] {
  const row = (name: string, value: number | null, text: (value: number) => string): Row[] =>
    value === null ? [] : [[name, text(value)]];
  const plain = (value: number): string => value.toFixed(2);
  return [
    ...row('Cycles that won', values.winRate, shareText),
    ...row('Mean result of a cycle', values.expectancy, (value) => `${plain(value)} USDT`),
    ...row('Profit factor', values.profitFactor, plain),
    ['Deepest fall', shareText(-(equity.drawdown?.depth ?? 0))],
    ...fallRows(equity.drawdown),
    ['Largest open loss', signedText(equity.worstOpenLoss)],
    ...row('Growth a year', values.cagr, shareText),
    ...row('Sharpe', values.sharpe, plain),
    ...row('Sortino', values.sortino, plain),
    ...row('Calmar', values.calmar, plain),
  ];
}

/** When the deepest drawdown began, reached its bottom and was recovered. */
function fallRows(drawdown: Drawdown | null): Row[] {
  if (drawdown === null) return [];
  const { peakAt, troughAt, recoveredAt } = drawdown;
  return [
    ['  from the peak of', minuteText(peakAt)],
    ['  to the bottom of', minuteText(troughAt)],
    ['  made up for', recoveredAt === null ? 'not yet' : minuteText(recoveredAt)],
  ];
}

const CENTS = 2;

/** "10,012.34 USDT", rounded half up to cents. */
export function usdtText(amount: Cash): string {
  const cents = multiplyDivide(amount, 1, 10 ** (CASH_DECIMALS - CENTS), 'half-up');
  return `${groupThousands(formatDecimal(cents, CENTS))} USDT`;
}

/** The same with a plus sign for gains. */
export function signedText(amount: Cash): string {
  return amount > 0 ? `+${usdtText(amount)}` : usdtText(amount);
}

/** A fraction as percent with two decimals. */
export function shareText(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** "2025-05-04 15:37 to 2025-06-03 15:32 UTC". */
export function periodText(start: Instant, end: Instant): string {
  return `${minuteText(start)} to ${minuteText(end)} UTC`;
}
