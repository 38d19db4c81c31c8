import * as z from 'zod/mini';
import { normalText } from '#base/typed/typed-text.ts';
import { allKinds } from '#engine/bots/registry.ts';
import { SYMBOL_LENGTH_MAX, SYMBOL_PATTERN } from '#engine/model/instrument.ts';
import { COMMENT_LENGTH_MAX, NAME_LENGTH_MAX, QUERY_TEXT_LENGTH_MAX } from './limits.ts';

/**
 * Field schemas shared by all nouns. Money, prices, quantities, percentages: decimal strings. Instants: ISO 8601 UTC.
 */
/**
 * Any text is a well-formed id; an unknown one is a 404. The database cannot store U+0000, so an id that contains it is
 * unknown too.
 */
export const id = z.string().check(z.overwrite((text) => text.replaceAll('\0', '\uFFFD')));
export const decimalText = z.string();
export const maybeDecimal = z.nullable(z.string());
export const count = z.int();
export const instantText = z.iso.datetime();
export const maybeInstant = z.nullable(z.iso.datetime());

/** The kinds of bots in the registry when the contract is loaded. */
export const botKind = z.enum(allKinds().map(({ kind }) => kind));
/** Parameters of a bot. The server parses them with the schema of the kind (`engine/bots/families.ts`). */
export const botParams = z.record(z.string(), z.unknown());
export const kindParams = z.strictObject({ kind: botKind });

/** A typed text by which something is searched for, in the normal spelling of names. */
export const searchText = z.string().check(z.overwrite(normalText), z.maxLength(QUERY_TEXT_LENGTH_MAX));

/**
 * Controls, line separators, and the characters that change the direction of the text around them: a name with one could
 * look like another name.
 */
const CONTROLS = String.raw`\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}`;
/** Letters, digits, punctuation and symbols; some letters and U+2800 are counted among them but cannot be seen. */
const VISIBLE = String.raw`(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}]`;

/** A name or label given by a user: in its normal spelling, trimmed, with a visible character, without control characters. */
export const givenLabel = (lengthMax: number) =>
  z
    .string()
    .check(
      z.overwrite(normalText),
      z.trim(),
      z.minLength(1),
      z.maxLength(lengthMax),
      z.regex(new RegExp(`^[^${CONTROLS}]*$`, 'u'), { error: 'must not contain control characters' }),
      z.regex(new RegExp(VISIBLE, 'u'), { error: 'must contain a visible character' }),
    );
export const givenName = givenLabel(NAME_LENGTH_MAX);
/** The name of a contract. Whether the exchange lists it is checked where it is used. */
export const symbolName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(SYMBOL_LENGTH_MAX),
    z.regex(SYMBOL_PATTERN, { error: 'must be a symbol such as BTCUSDT' }),
  );
export const commentText = z.string().check(z.maxLength(COMMENT_LENGTH_MAX));

/** An instant or a whole UTC day in a query: "2025-05-04T15:37:00Z" or "2025-05-04". */
export const dateOrInstant = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'must be a day such as 2025-05-04 or an instant such as 2025-05-04T15:37:00Z',
});

/** Whole numbers arrive as text in a query. */
export const wholeNumberText = z.string().check(z.regex(/^\d{1,9}$/, { error: 'must be a whole number' }));
export const limitUpTo = (max: number, usual: number) =>
  z._default(
    z.pipe(
      wholeNumberText,
      z.pipe(
        z.transform((text: string) => Number(text)),
        z
          .int()
          .check(z.gte(1, { error: `must be from 1 to ${max}` }), z.lte(max, { error: `must be from 1 to ${max}` })),
      ),
    ),
    usual,
  );
export const offset = z._default(
  z.pipe(
    wholeNumberText,
    z.transform((text: string) => Number(text)),
  ),
  0,
);

/** An answer with a complete list. */
export const listOf = <T extends z.ZodMiniType>(item: T) => z.object({ items: z.array(item) });
/** An answer with one page of a list. `total` is null where it is not counted. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.nullable(count),
    offset: count,
    limit: count,
    cursor: z.nullable(z.string()),
  });

/** A bound of a figure in a query; left out: none. */
export const decimalBound = z.optional(
  z.string().check(z.regex(/^-?\d{1,15}(?:\.\d{1,8})?$/, { error: 'must be a decimal number' })),
);
