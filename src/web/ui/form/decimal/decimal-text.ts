import type { Separators } from '#web/i18n/number-text.ts';

/** One way to write numbers: what may part thousands, and what parts the decimals. */
interface Notation {
  readonly groups: string;
  readonly decimal: string;
}

/** Tried in their order. A point is a decimal separator everywhere, because a number copied from an exchange has one. */
const NOTATIONS = {
  '.': [{ groups: ', ', decimal: '.' }],
  ',': [
    { groups: ' ', decimal: ',' },
    { groups: ' ,', decimal: '.' },
    { groups: '.', decimal: ',' },
  ],
} as const satisfies Readonly<Record<string, readonly Notation[]>>;

const patterns = new Map<Notation, RegExp>();

/**
 * Reads a typed or pasted number as a decimal string. Thousands are either all parted, each time before exactly three digits
 * and never after a leading 0, or not at all. An unfinished number is one too: "", "-", "12.".
 * @param unit - the unit that the field shows, which the text may end with
 * @returns null when the text is not clearly one number
 */
export function decimalOf(typed: string, { decimal }: Separators, unit = ''): string | null {
  const text = withoutUnit(typed.replaceAll(/\s/g, ' ').replaceAll('\u2212', '-').trim(), unit);
  for (const notation of decimal === ',' ? NOTATIONS[','] : NOTATIONS['.']) {
    const [found, sign = '', whole = '', , part] = patternOf(notation).exec(text) ?? [];
    if (found === undefined) continue;
    const digits = whole.replaceAll(/\D/g, '');
    return `${sign === '-' ? '-' : ''}${digits}${part === undefined ? '' : `.${part.slice(1)}`}`;
  }
  return null;
}

function withoutUnit(text: string, unit: string): string {
  const hasUnit = unit !== '' && text.toLowerCase().endsWith(unit.toLowerCase());
  return hasUnit ? text.slice(0, -unit.length).trimEnd() : text;
}

function patternOf(notation: Notation): RegExp {
  const known = patterns.get(notation);
  if (known) return known;
  const made = new RegExp(
    `^([+-]?)([1-9]\\d{0,2}([${notation.groups}])\\d{3}(?:\\3\\d{3})*|\\d*)([${notation.decimal}]\\d*)?$`,
  );
  patterns.set(notation, made);
  return made;
}

/** What an edit of a shown number changed. */
export interface Edit {
  /** The whole text after the edit. */
  readonly typed: string;
  /** The text before it, as the field showed it. */
  readonly shown: string;
  /** The inserted part, which ends at the caret; empty for a deletion, null for another text altogether. */
  readonly inserted: string | null;
  readonly caret: number;
}

/** A number while it is typed. */
export interface Entry {
  /** What the user wrote, without the separators that the field has added. */
  readonly text: string;
  /** The decimal string that it means, or the text itself when it is refused. */
  readonly value: string;
}

/**
 * The number after an edit. Typed character by character a text means the same as pasted at once: what the field itself has
 * written is never read as part of it. So a digit behind the "1,234" that the field made of 1234 means 12345, and a digit
 * behind "1,234" as the user wrote it is refused.
 * @param entry - the number so far; null for one that the user has not begun to type
 * @param unit - see `decimalOf`
 */
export function entryAfter(edit: Edit, entry: Entry | null, { separators, unit = '' }: Reading): Entry {
  const hasOwnGroups = entry === null || edit.shown !== entry.text;
  const text = hasOwnGroups ? withoutOwnGroups(edit, separators) : edit.typed;
  const isWhole = edit.inserted === null || edit.inserted.length > 1;
  const pasted = isWhole ? decimalOf(edit.typed, separators, unit) : null;
  return { text, value: decimalOf(text, separators, unit) ?? pasted ?? text };
}

/** How a field reads its text. */
export interface Reading {
  readonly separators: Separators;
  readonly unit?: string;
}

function withoutOwnGroups({ typed, shown, inserted, caret }: Edit, { group }: Separators): string {
  if (inserted === null) return typed;
  const [head, tail] = [typed.slice(0, caret - inserted.length), typed.slice(caret)];
  const isOwn = typed === head + inserted + tail && shown.startsWith(head) && shown.endsWith(tail);
  return isOwn ? head.replaceAll(group, '') + inserted + tail.replaceAll(group, '') : typed;
}

/**
 * A number as a field shows it while it is typed: thousands apart unless the user parts them, and with the decimal separator
 * that was typed, because another one would change what the next character means.
 */
export function shownEntry({ text, value }: Entry, { group }: Separators): string {
  const isPlain = isTypedDecimal(value) && text.replace(',', '.') === value;
  return isPlain ? shownDecimal(value, { group, decimal: text.includes(',') ? ',' : '.' }) : text;
}

const TYPED_DECIMAL = /^-?\d*(?:\.\d*)?$/;

/** Whether the value of a field is a decimal string or the beginning of one, and not a text that was refused. */
export const isTypedDecimal = (value: string): boolean => TYPED_DECIMAL.test(value);

/** A decimal string as a field shows it: thousands apart, every digit as it was typed. A refused text stays as it is. */
export function shownDecimal(value: string, { group, decimal }: Separators): string {
  if (!isTypedDecimal(value)) return value;
  const [whole = '', part] = value.split('.');
  const apart = /^-?0/.test(whole) ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return part === undefined ? apart : `${apart}${decimal}${part}`;
}

/** The place in `shown` behind as many digits, signs and decimal separators as stand before `caret` in `typed`. */
export function caretIn(shown: string, typed: string, caret: number, { group }: Separators): number {
  const counts = (letter: string) => letter !== group && /[\d.,-]/.test(letter);
  let left = [...typed.slice(0, caret)].filter(counts).length;
  let place = 0;
  while (left > 0 && place < shown.length) {
    if (counts(shown.charAt(place))) left -= 1;
    place += 1;
  }
  return place;
}
