import { objectToSnake, toSnake } from 'ts-case-convert';
import { at } from '#base/assert.ts';
import { cash } from '#base/exact.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { OFF } from '#lab/grid/parameter-grid.ts';
import { type RankedSet, rankSets } from '#lab/grid/rank-sets.ts';
import { sweepDocument } from '#lab/grid/sweep-document.ts';
import type { SymbolRows } from '#lab/sweep/sweep-symbols.ts';
import { textTable } from '../text-table.ts';
import { originDocument, originFlags, originText, type RunOrigin } from './backtest-origin.ts';
import { periodText, shareText, signedText, usdtText } from './backtest-text.ts';

/** So many sets are printed for a person; JSON has all. */
const SHOWN_MAX = 20;

/** What a ranking is about beside its figures. */
export interface RankingAbout {
  /** Sets of the grid, the refused ones included. */
  readonly count: number;
  /** The parameters that differ from set to set. */
  readonly names: readonly (keyof LadderParams)[];
  /** What the ranking stands on. */
  readonly origin: RunOrigin;
}

/** The sets of one symbol for a person to read, those with the most equity at the end first. */
export function rankingText(swept: SymbolRows, { count, names, origin }: RankingAbout): string {
  const { instrument, start, minutes, sets, rows } = swept;
  const ranked = rankSets(rows);
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
  ];
  const lines = ranked
    .slice(0, SHOWN_MAX)
    .map((one, index) => rankingRow(one, index, { params: at(sets, one.set), names }));
  return [
    `${instrument.symbol}, ${periodText(start, instantAt({ start }, minutes))}\n${originText(origin)}`,
    textTable([head, ...lines]),
    ...(ranked.length > SHOWN_MAX ? [`… and ${ranked.length - SHOWN_MAX} more: --json has all.`] : []),
    ...(count > sets.length
      ? [`${count - sets.length} of ${count} sets were left out: a bot would be refused for them.`]
      : []),
    ...origin.notes.map((note) => `Note: ${note}`),
  ].join('\n\n');
}

function rankingRow(
  { figures }: RankedSet,
  index: number,
  { params, names }: { readonly params: LadderParams; readonly names: RankingAbout['names'] },
): readonly string[] {
  return [
    String(index + 1),
    ...names.map((name) => String(params[name] ?? OFF)),
    usdtText(cash(figures.equityEnd)),
    String(figures.cycles),
    figures.cycles === 0 ? '' : shareText(figures.wins / figures.cycles),
    shareText(-figures.maxDrawdownShare),
    usdtText(cash(figures.peakMargin)),
    signedText(cash(figures.unrealized)),
    figures.liquidations === 0 ? '' : 'yes', // Such a bot opened no cycle afterwards.
  ];
}

/** The same as data, all sets. */
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

/** One JSON document with the names of the wire. */
export function jsonText(document: object): string {
  return JSON.stringify(objectToSnake(document), null, 2);
}
