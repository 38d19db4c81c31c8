import { objectToSnake, toSnake } from 'ts-case-convert';
import { at } from '#base/assert.ts';
import { cash } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { OFF } from '#lab/grid/parameter-grid.ts';
import { type RankedSet, rankSets } from '#lab/grid/rank-sets.ts';
import { sweepDocument } from '#lab/grid/sweep-document.ts';
import type { SymbolRows } from '#lab/sweep/sweep-symbols.ts';
import { minuteText } from '#market/candle-files/csv/csv-time.ts';
import { textTable } from '../text-table.ts';
import { originDocument, originFlags, originText, type RunOrigin } from './backtest-origin.ts';
import { periodText, shareText, signedText, usdtText } from './backtest-text.ts';

/** Number of sets printed as text; JSON contains all. */
const SHOWN_MAX = 20;

/** The context of a ranking's figures. */
export interface RankingAbout {
  /** Number of sets in the grid, including refused ones. */
  readonly count: number;
  /** The parameters that differ between sets. */
  readonly names: readonly (keyof LadderParams)[];
  /** What the ranking is based on. */
  readonly origin: RunOrigin;
}

/** The sets of one symbol as text, highest final equity first. */
export function rankingText(swept: SymbolRows, { count, names, origin }: RankingAbout): string {
  const { instrument, start, minutes, sets, rows } = swept;
  const ranked = rankSets(rows);
  const end = instantAt({ start }, minutes);
  const head = [
    '',
    ...names.map((name) => toSnake(name)),
    'equity at the end',
    'cycles',
    'won',
    'deepest fall',
    'peak margin',
    'open result',
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
    ...haltTexts(ranked),
    ...(count > sets.length
      ? [`${count - sets.length} of ${count} sets were omitted because no bot may run them.`]
      : []),
    ...origin.notes.map((note) => `Note: ${note}`),
  ].join('\n\n');
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
  readonly params: LadderParams;
  readonly names: RankingAbout['names'];
  readonly end: Instant;
}

function rankingRow({ figures }: RankedSet, index: number, { params, names, end }: RowAbout): readonly string[] {
  return [
    String(index + 1),
    ...names.map((name) => String(params[name] ?? OFF)),
    usdtText(cash(figures.equityEnd)),
    String(figures.cycles),
    figures.cycles === 0 ? '' : shareText(figures.wins / figures.cycles),
    shareText(-figures.maxDrawdownShare),
    usdtText(cash(figures.peakMargin)),
    signedText(cash(figures.unrealized)),
    figures.liquidations === 0 ? '' : 'yes', // A liquidated bot opened no more cycles.
    figures.minutesBlockedAtEnd === 0 ? '' : minuteText(later(end, -figures.minutesBlockedAtEnd * MINUTE_MS)),
  ];
}

/** The same as data, with all sets. */
export function rankingDocument(
  { instrument, start, minutes, sets, rows }: SymbolRows,
  { count, origin }: RankingAbout,
): object {
  return {
    symbol: instrument.symbol,
    origin: originDocument(origin),
    flags: originFlags(origin),
    start: new Date(start).toISOString(),
    end: new Date(instantAt({ start }, minutes)).toISOString(),
    refused: count - sets.length,
    sets: rankSets(rows).map((one) => sweepDocument(one, at(sets, one.set))),
  };
}

/** One JSON document with snake_case names. */
export function jsonText(document: object): string {
  return JSON.stringify(objectToSnake(document), null, 2);
}
