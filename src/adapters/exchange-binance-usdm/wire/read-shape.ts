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

/** A whole number of milliseconds between 2010 and 2100. */
export const wireTime = z.int().check(z.gte(1_262_304_000_000), z.lt(4_102_444_800_000));
/** A string of bounded length; whether it is a decimal is checked when it is read with its unit. */
export const wireDecimal = z.string().check(z.minLength(1), z.maxLength(40));
/** An id: a whole number, or a string for one above 2^53. Always a string internally. */
export const wireId = z.pipe(
  z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))]),
  z.transform((id: number | string) => String(id)),
);
export const wireSymbol = z.string().check(z.minLength(1), z.maxLength(40));
