import { ticks } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import {
  columnNameOf,
  type getFutures,
  SCREENER_COLUMN_KEYS,
  type ScreenerColumnKey,
} from '#contract/screener/get-futures.ts';
import { gridText, priceText } from '#engine/model/instrument.ts';
import type { AssetNote } from '#storage/asset-notes.ts';
import type { CoinSize, CoinUnknown } from '../assets/coin-services.ts';
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

interface OtherSources {
  readonly coins: ReadonlyMap<string, CoinSize | CoinUnknown>;
  readonly notes: ReadonlyMap<string, AssetNote>;
}

/** When the newest value of each source is from. */
export function agesOf(rows: readonly ScoredRow[], { coins, notes }: OtherSources): Reply<typeof getFutures>['ages'] {
  return {
    market: newest(rows.map(({ contract }) => contract.ticker?.at)),
    past: newest(rows.map(({ snapshot }) => snapshot?.pastAt)),
    survey: newest(rows.map(({ snapshot }) => snapshot?.surveyedAt)),
    coin: newest([...coins.values()].map((size) => (typeof size === 'string' ? null : instantOfDate(size.takenAt)))),
    own: newest([...notes.values()].map(({ updatedAt }) => instantOfDate(updatedAt))),
  };
}

const instantOfDate = (date: Date): Instant => instantOf(date.getTime());

function newest(times: readonly (Instant | null | undefined)[]): string | null {
  const known = times.filter((time) => time != null);
  return maybeTimeText(known.length === 0 ? null : known.reduce((most, time) => (time > most ? time : most)));
}
