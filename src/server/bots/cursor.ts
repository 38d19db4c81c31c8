import * as z from 'zod/mini';
import { ProblemError } from '../http/problem.ts';

/** A cursor: the place of a page's last row, as text that clients hand back without reading it. */
export function cursorText(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place in a cursor. @throws ProblemError CURSOR_INVALID for text that this list has not given */
export function readCursor<T extends z.ZodMiniType>(cursor: string, schema: T): z.output<T> {
  const parsed = schema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw new ProblemError('CURSOR_INVALID');
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An instant in a cursor, UTC milliseconds. */
export const cursorInstant = z.pipe(
  z.int().check(z.gte(0), z.lte(Date.UTC(9000, 0, 1))),
  z.transform((ms: number) => new Date(ms)),
);
/** Text in a cursor; the database cannot store U+0000. */
export const cursorWords = z.string().check(z.regex(/^[^\0]*$/));
/** A number in a cursor, as the database writes it; rows without a value are infinitely far behind. */
export const CURSOR_NUMBER = /^-?(Infinity|\d{1,30}(\.\d{1,30})?(e[+-]\d{1,3})?)$/;
