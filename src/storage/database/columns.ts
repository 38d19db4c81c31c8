import type { ColumnType } from 'kysely';

/** What columns hold here and in SQL: NUMERIC is exact decimal text both ways, instants are timestamptz read as Date. */
export type Numeric = ColumnType<string, string, string>;
export type NullableNumeric = ColumnType<string | null, string | null, string | null>;
export type Time = ColumnType<Date, Date | string, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null, Date | string | null>;
export type Json<T> = ColumnType<T, string, string>;
