import type { Language } from '#web/i18n/language.ts';
import { separatorsOf } from '#web/i18n/number-text.ts';

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
 * The values of a typed list. Blanks and semicolons part them everywhere, commas where the language does not write its
 * decimals with them: "0.8, 1, 1.5" or "0,8; 1; 1,5".
 */
export function listedValues(list: string, language: Language): readonly string[] {
  const hasComma = separatorsOf(language).decimal === ',';
  const parts = list.split(/[\s;]+/).flatMap((part) => {
    const bare = part.replace(/,+$/, '');
    return hasComma && !bare.includes('.') ? [bare.replace(',', '.')] : bare.split(',');
  });
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** The axis as the call takes it; null while something is missing. */
export function axisBody(axis: AxisDraft, { language, off }: { readonly language: Language; readonly off: string }) {
  const { path } = axis;
  if (axis.mode === 'range') {
    const { from, to, step } = axis;
    return from === '' || to === '' || step === '' ? null : { path, range: { from, to, step } };
  }
  const values = listedValues(axis.list, language).map((text) => valueFrom(text, off));
  return values.length === 0 ? null : { path, values };
}

/** @param off - the word for a parameter that is switched off, in the language of the page */
function valueFrom(text: string, off: string): string | boolean | null {
  if (text === off || text === 'off') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return text;
}
