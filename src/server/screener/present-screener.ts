import { ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import {
  columnNameOf,
  type getFutures,
  SCREENER_COLUMN_KEYS,
  type ScreenerColumnKey,
} from '#contract/screener/get-futures.ts';
import { gridText, priceText } from '#engine/model/instrument.ts';
import { maybeTimeText } from '../http/text.ts';
import type { ScoredRow } from './screened-rows.ts';

type Item = Reply<typeof getFutures>['items'][number];

/** A row with the columns that were asked for; all of them when none were named. */
export function presentScreenedRow(
  { contract, snapshot, cells, scored }: ScoredRow,
  columns: readonly ScreenerColumnKey[] = SCREENER_COLUMN_KEYS,
): Item {
  const { instrument } = contract.listing;
  const values = Object.fromEntries(columns.map((column) => [column, cells[column].shown]));
  return {
    ...values,
    ...{ assetId: instrument.symbol, futuresTicker: instrument.symbol, baseAsset: instrument.baseAsset },
    tickSize: gridText(instrument.tick),
    spark: (snapshot?.spark ?? []).map((close) => priceText(instrument, ticks(close))),
    scoreParts: scored.parts.map(({ part, points, pointsMax }) => ({
      ...{ part, pointsMax },
      points: points === null ? null : points.toFixed(1),
    })),
    absent: columns.flatMap((column) => {
      const cell = cells[column];
      return cell.shown === null ? [{ column: columnNameOf(column), reason: cell.missing }] : [];
    }),
  };
}

/** Market time of the newest value of each source. */
export function agesOf(rows: readonly ScoredRow[]): Reply<typeof getFutures>['ages'] {
  const newest = (times: readonly (Instant | null | undefined)[]): string | null => {
    const known = times.filter((time) => time != null);
    return maybeTimeText(known.length === 0 ? null : known.reduce((most, time) => (time > most ? time : most)));
  };
  return {
    market: newest(rows.map(({ contract }) => contract.ticker?.at)),
    past: newest(rows.map(({ snapshot }) => snapshot?.pastAt)),
    survey: newest(rows.map(({ snapshot }) => snapshot?.surveyedAt)),
  };
}
