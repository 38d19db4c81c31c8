import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readListings } from '#adapters/exchange-binance-usdm/wire/read-listings.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/** A row of a recorded answer. */
export type RecordedRow = Readonly<Record<string, unknown>>;

/** Lists of the exchange as others recorded them; see `tests/recorded-lists`. */
export interface RecordedLists {
  readonly exchangeInfo: { readonly symbols: readonly RecordedRow[] };
  readonly fundingInfo: readonly RecordedRow[];
  readonly premiumIndex: readonly RecordedRow[];
  readonly bookTicker: readonly RecordedRow[];
  readonly ticker24hr: readonly RecordedRow[];
}

/** @returns a new copy at each call */
export function recordedLists(): RecordedLists {
  return { exchangeInfo: unpacked('cryptofeed/exchange-info'), ...unpacked('gocryptotrader/lists') };
}

/** The contracts of the recorded list by symbol. */
export function recordedContracts(): ReadonlyMap<string, Instrument> {
  const { rows } = readListings(recordedLists().exchangeInfo, { fundingHours: new Map(), brackets: new Map() });
  return new Map(rows.map(({ instrument }) => [instrument.symbol, instrument]));
}

function unpacked(name: string) {
  return JSON.parse(gunzipSync(readFileSync(new URL(`../recorded-lists/${name}.json.gz`, import.meta.url))).toString());
}
