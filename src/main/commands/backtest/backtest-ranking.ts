import { at } from '#base/assert.ts';
import { groupThousands } from '#base/decimal.ts';
import { type Cash, cash, subtract } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Stretch } from '#engine/model/history.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { type RankedSet, rankSets } from '#lab/grid/rank-sets.ts';
import { valueAtPath } from '#lab/grid/strategy-grid.ts';
import { sweepDocument } from '#lab/grid/sweep-document.ts';
import type { BotHalt } from '#lab/report/halts.ts';
import { haltTextsOf } from '#lab/report/report-document.ts';
import type { SymbolRows } from '#lab/sweep/sweep-symbols.ts';
import { minuteText } from '#market/candle-files/csv/csv-time.ts';
import { toWire } from '#server/http/wire.ts';
import { textTable } from '../text-table.ts';
import { originDocument, originFlags, originText, type RunOrigin } from './backtest-origin.ts';
import { periodText, shareText, signedText, usdtText } from './backtest-text.ts';
import { haltSentences } from './halt-sentences.ts';

/** Number of sets printed as text; JSON contains all. */
const SHOWN_MAX = 20;

/** The context of a ranking's figures. */
export interface RankingAbout {
  /** Number of sets in the grid, including refused ones. */
  readonly count: number;
  /** The parameters that differ between sets. */
  readonly names: readonly string[];
  /** What the ranking is based on. */
  readonly origin: RunOrigin;
  /** Where the rules of the set that reads most history were unknown for lack of it; omitted, nowhere. */
  readonly unknown?: readonly BotHalt[];
}

/** The sets of one symbol as text, highest final equity first. */
export function rankingText(swept: SymbolRows, { count, names, origin, unknown = [] }: RankingAbout): string {
  const { instrument, start, minutes, gaps, sets, rows } = swept;
  const ranked = rankSets(rows);
  const end = instantAt({ start }, minutes);
  const head = [
    '',
    ...names,
    'equity at the end',
    'cycles',
    'won',
    'deepest fall',
    'peak margin',
    'open at the end',
    'liquidated',
    'blocked from',
  ];
  const lines = ranked
    .slice(0, SHOWN_MAX)
    .map((one, index) => rankingRow(one, index, { params: at(sets, one.set), names, end }));
  return [
    `${instrument.symbol}, ${periodText(start, end)}\n${originText(origin)}`,
    textTable([head, ...lines]),
    ...(ranked.length > SHOWN_MAX ? [`… and ${ranked.length - SHOWN_MAX} more: --json has all.`] : []),
    ...gapTexts(gaps, { start, minutes }),
    ...haltTexts(ranked),
    ...haltSentences(unknown).map((sentence) => `Of the set that reads most history: ${sentence}`),
    ...(count > sets.length
      ? [`${count - sets.length} of ${count} sets were omitted because no bot may run them.`]
      : []),
    ...origin.notes.map((note) => `Note: ${note}`),
  ].join('\n\n');
}

/** Number of gaps named as text; JSON contains all. */
const GAPS_SHOWN_MAX = 5;

/** How many candles are missing, and where. */
function gapTexts(
  gaps: readonly Stretch[],
  { start, minutes }: Pick<SymbolRows, 'start' | 'minutes'>,
): readonly string[] {
  if (gaps.length === 0) return [];
  const stretches = gaps.slice(0, GAPS_SHOWN_MAX).map(({ from, to }) => {
    const until = to >= minutes ? 'the end' : minuteText(instantAt({ start }, to));
    return `from ${minuteText(instantAt({ start }, from))} to ${until} (${to - from} minutes)`;
  });
  const rest = gaps.length - stretches.length;
  const missing = groupThousands(String(missingMinutes(gaps)));
  return [
    `Candles are missing for ${missing} of ${groupThousands(String(minutes))} minutes; every set stood still ${stretches.join(', ')}` +
      `${rest > 0 ? `, and ${rest} times more: --json has all` : ''}.`,
  ];
}

function missingMinutes(gaps: readonly Stretch[]): number {
  return gaps.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Sets whose figures stand still for a time, and so are not those of the whole period. */
function haltTexts(ranked: readonly RankedSet[]): readonly string[] {
  const count = (isMeant: (figures: RankedSet['figures']) => boolean): number =>
    ranked.filter(({ figures }) => isMeant(figures)).length;
  const toTheEnd = count(({ minutesBlockedAtEnd }) => minutesBlockedAtEnd > 0);
  const forATime = count(({ minutesBlocked, minutesBlockedAtEnd }) => minutesBlocked > 0 && minutesBlockedAtEnd === 0);
  const idle = count(({ fills }) => fills === 0);
  const of = `of ${ranked.length} sets`;
  return [
    ...(toTheEnd > 0 ? [`${toTheEnd} ${of} opened no more cycles from some time on: ${REFUSED}.`] : []),
    ...(forATime > 0 ? [`${forATime} ${of} opened no cycle for some time: ${REFUSED}.`] : []),
    ...(idle > 0 ? [`${idle} ${of} never traded.`] : []),
  ];
}

const REFUSED = 'the wallet could not carry the ladder, or its base order was too small';

interface RowAbout {
  readonly params: BotParams;
  readonly names: RankingAbout['names'];
  readonly end: Instant;
}

function rankingRow({ figures }: RankedSet, index: number, { params, names, end }: RowAbout): readonly string[] {
  return [
    String(index + 1),
    ...names.map((name) => valueAtPath(params, name)),
    usdtText(cash(figures.equityEnd)),
    String(figures.cycles),
    figures.cycles === 0 ? '' : shareText(figures.wins / figures.cycles),
    shareText(-figures.maxDrawdownShare),
    usdtText(cash(figures.peakMargin)),
    signedText(openAtEnd(figures)),
    figures.liquidations === 0 ? '' : 'yes', // A liquidated bot opened no more cycles.
    figures.minutesBlockedAtEnd === 0 ? '' : minuteText(later(end, -figures.minutesBlockedAtEnd * MINUTE_MS)),
  ];
}

/** The result of the set less that of its ended cycles. */
function openAtEnd(figures: RankedSet['figures']): Cash {
  const { gross, funding, commission, liquidationFee, unrealized, won, lost } = figures;
  const result = cash(gross + funding - commission - liquidationFee + unrealized);
  return subtract(result, cash(won + lost)); // What was lost is below zero.
}

/** The same as data, with all sets. */
export function rankingDocument(
  { instrument, start, minutes, gaps, sets, rows }: SymbolRows,
  { count, origin, unknown = [] }: RankingAbout,
): object {
  return {
    symbol: instrument.symbol,
    origin: originDocument(origin),
    flags: [
      ...new Set([
        ...originFlags(origin),
        ...(gaps.length > 0 ? ['GAPS'] : []),
        ...(unknown.length > 0 ? ['RULES_UNKNOWN'] : []),
      ]),
    ],
    start: new Date(start).toISOString(),
    end: new Date(instantAt({ start }, minutes)).toISOString(),
    halts: haltTextsOf(unknown), // Of the set that reads most history.
    minutesMissing: missingMinutes(gaps),
    gaps: gaps.map(({ from, to }) => ({
      from: new Date(instantAt({ start }, from)).toISOString(),
      to: new Date(instantAt({ start }, to)).toISOString(),
    })),
    refused: count - sets.length,
    sets: rankSets(rows).map((one) => sweepDocument(one, at(sets, one.set))),
  };
}

/** One JSON document with snake_case names, on one line: for scripts, and written in a third of the time. */
export function jsonText(document: object): string {
  return JSON.stringify(toWire(document));
}
