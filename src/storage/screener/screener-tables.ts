import type { Json, NullableTime, Numeric, Time } from '../database/columns.ts';

/** A symbol as it was last looked over; market time, the same for all users. */
export interface SymbolSnapshotsTable {
  symbol: string;
  /** The end of the last minute that the figures of the past rest on. */
  pastAt: NullableTime;
  /** When the exchange was asked about it. */
  surveyedAt: NullableTime;
  takenAt: Time;
  /** By name: a statistic, or why it is missing. */
  figures: Json<Readonly<Record<string, number | string>>>;
  spark: Json<readonly number[]>;
}

/** Contracts held open at an hour, as the exchange told it. */
export interface OpenInterestTable {
  symbol: string;
  /** Market time. */
  at: Time;
  /** In coins. */
  coins: Numeric;
  /** What a coin cost then, USDT. */
  price: Numeric;
}
