import * as z from 'zod/mini';
import { answerError } from '../transport/exchange-error.ts';

/** Parses an answer or message by its schema. @throws ExchangeError `answer`, naming the field that does not fit */
export function readShape<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.') ?? '';
  throw answerError(`${what} of an unknown shape${field === '' ? '' : ` at ${field}`}`);
}

const [TIME_MIN, TIME_END] = [1_262_304_000_000, 4_102_444_800_000];
const DECIMAL_MAX = 40;
/** A whole number of milliseconds between 2010 and 2100. */
export const wireTime = z.int().check(z.gte(TIME_MIN), z.lt(TIME_END));
/** A string of bounded length; whether it is a decimal is checked when it is read with its unit. */
export const wireDecimal = z.string().check(z.minLength(1), z.maxLength(DECIMAL_MAX));

/** The same without the cost of a schema, for what comes by the million. */
export function isWireTime(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= TIME_MIN && (value as number) < TIME_END; // An integer is a number.
}

/** As `wireDecimal`. */
export function isWireDecimal(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= DECIMAL_MAX;
}
/** An id: a whole number, or a string for one above 2^53. Always a string internally. */
export const wireId = z.pipe(
  z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))]),
  z.transform((id: number | string) => String(id)),
);
export const wireSymbol = z.string().check(z.minLength(1), z.maxLength(40));
