import type { Language } from './language.ts';

const MINUS = '\u2212';

export interface NumberLook {
  /** Number of decimals; by default as many as the text has. Rounds half away from zero. */
  readonly decimals?: number;
  /** `always` also marks gains with a plus. */
  readonly sign?: 'always' | 'negative';
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A decimal string as the language writes it, with U+2212 for minus. The text is formatted directly, never as a
 * float, so it is exact at any size; zero never carries a sign.
 */
export function numberText(text: string, language: Language, { decimals, sign = 'negative' }: NumberLook = {}): string {
  const format = formatOf(language, decimals ?? text.split('.')[1]?.length ?? 0, sign);
  // A decimal string is a numeric literal, which is all that the type requires.
  return format.format(text as Intl.StringNumericLiteral).replace('-', MINUS);
}

function formatOf(language: Language, decimals: number, sign: NonNullable<NumberLook['sign']>): Intl.NumberFormat {
  const name = `${language} ${decimals} ${sign}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  });
  formats.set(name, made);
  return made;
}

/** What stands between thousands and before decimals in a language. */
export interface Separators {
  readonly group: string;
  readonly decimal: string;
}

const separators = new Map<Language, Separators>();

/** The separators of a language, for fields where a number is typed; found once, which takes as long as a field. */
export function separatorsOf(language: Language): Separators {
  const known = separators.get(language);
  if (known) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(1234.5);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const found = { group: of('group'), decimal: of('decimal') };
  separators.set(language, found);
  return found;
}
