import { isDecimal } from '#base/decimal.ts';
import type { Language } from '#web/i18n/language.ts';
import { type Separators, separatorsOf } from '#web/i18n/number-text.ts';
import { decimalOf } from '#web/ui/form/decimal/decimal-text.ts';

/** A parameter of the grid as it is typed: a list of values, or a range in equal steps. */
export interface AxisDraft {
  /** In snake_case, joined by dots. */
  readonly path: string;
  readonly mode: 'values' | 'range';
  readonly list: string;
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

export const emptyAxis = (path: string): AxisDraft => ({ path, mode: 'range', list: '', from: '', to: '', step: '' });

/**
 * The values of a typed list. Blanks and semicolons part them everywhere, commas where they cannot be part of a number:
 * "0.8, 1, 1.5", "10,20,30" or, in a language with decimal commas, "0,8; 1; 1,5".
 * @returns null when a part may be read in two ways, such as "1,5" on an English page
 */
export function listedValues(list: string, language: Language): readonly string[] | null {
  const parts = list
    .split(/[\s;]+/)
    .map((part) => part.replace(/,+$/, ''))
    .filter((part) => part !== '')
    .flatMap((part) => valuesOf(part, separatorsOf(language)));
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? [...new Set(known)] : null;
}

function valuesOf(part: string, separators: Separators): readonly (string | null)[] {
  if (!/^[\d.,+\u2212-]/.test(part)) return part.split(',');
  const number = numberOf(part, separators);
  const commas = part.split(',').length - 1;
  const hasDecimalComma = separators.decimal === ',' && !part.includes('.');
  if (commas === 0 || hasDecimalComma) return [number];
  // One comma between digits, or a number with its thousands parted: two readings.
  const isDoubtful = number !== null || (commas === 1 && !part.includes('.'));
  return isDoubtful ? [null] : part.split(',').map((value) => numberOf(value, separators));
}

function numberOf(text: string, separators: Separators): string | null {
  const number = decimalOf(text, separators);
  return number !== null && isDecimal(number) ? number : null;
}

/** The axis as the call takes it; null while something is missing. */
export function axisBody(axis: AxisDraft, { language, off }: { readonly language: Language; readonly off: string }) {
  const { path } = axis;
  if (axis.mode === 'range') {
    const { from, to, step } = axis;
    return [from, to, step].every(isDecimal) ? { path, range: { from, to, step } } : null;
  }
  const values = listedValues(axis.list, language);
  if (values === null || values.length === 0) return null;
  return { path, values: values.map((text) => valueFrom(text, off)) };
}

/** @param off - the word for a parameter that is switched off, in the language of the page */
function valueFrom(text: string, off: string): string | boolean | null {
  if (text === off || text === 'off') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return text;
}
