import { SCREENER_COLUMN_KEYS, type ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import type { Language } from '#web/i18n/language.ts';
import { separatorsOf } from '#web/i18n/number-text.ts';
import { decimalOf } from '#web/ui/form/decimal/decimal-text.ts';

/** What a row must meet, as the address holds it. */
export interface ScreenerFilter {
  readonly column: ScreenerColumnKey;
  readonly min?: string;
  readonly max?: string;
  readonly anyOf?: string[];
  readonly noneOf?: string[];
  readonly mostOfEach?: number;
}

/**
 * For ladders of averaging buys: section 8 of docs/domain.md. Depth and deepest drop are those of its example ladder, whose last
 * order is 675 USDT, 8.125 % below the first; the rank of a coin is left out, because it is only known with an API key.
 */
export const LONG_DCA: readonly ScreenerFilter[] = [
  { column: 'status', anyOf: ['TRADING'] },
  { column: 'volumeDay', min: '20000000' },
  { column: 'spreadBps', max: '5' },
  { column: 'depthUsdt', min: '13500' },
  { column: 'ageDays', min: '180' },
  { column: 'fundingMeanPercent', min: '-0.03', max: '0.03' },
  { column: 'natrHourPercent', min: '0.4', max: '2.5' },
  { column: 'dropP99Percent', max: '8.125' },
  { column: 'tradeCategory', noneOf: ['excluded'] },
  { column: 'correlationCluster', mostOfEach: 3 },
];

const DECIMAL = /^-?\d{1,15}(\.\d{1,12})?$/;

/**
 * Filters as the text of an address: `volumeDay~20000000~` is at least, `spreadBps~~5` at most, `status=TRADING` one of,
 * `tradeCategory!excluded` none of, and `correlationCluster*3` at most so many of each. A value may hold any letter, so each is
 * written as a part of an address.
 */
export function filtersText(filters: readonly ScreenerFilter[]): string {
  return filters.map(filterText).join(';');
}

function filterText({ column, min = '', max = '', anyOf, noneOf, mostOfEach }: ScreenerFilter): string {
  if (anyOf !== undefined) return `${column}=${anyOf.map(encodeURIComponent).join(',')}`;
  if (noneOf !== undefined) return `${column}!${noneOf.map(encodeURIComponent).join(',')}`;
  if (mostOfEach !== undefined) return `${column}*${mostOfEach}`;
  return `${column}~${min}~${max}`;
}

/** The filters of an address; parts that make no sense are left out. */
export function readFilters(text: string): readonly ScreenerFilter[] {
  return text.split(';').flatMap((part) => readFilter(part));
}

function readFilter(part: string): readonly ScreenerFilter[] {
  const [, name, sign, rest = ''] = /^([A-Za-z][A-Za-z0-9]*)([~=!*])(.*)$/.exec(part) ?? [];
  const column = SCREENER_COLUMN_KEYS.find((key) => key === name);
  if (column === undefined) return [];
  const list = rest
    .split(',')
    .map(decoded)
    .filter((one) => one !== '');
  if (sign === '=') return list.length === 0 ? [] : [{ column, anyOf: list }];
  if (sign === '!') return list.length === 0 ? [] : [{ column, noneOf: list }];
  if (sign === '*') return /^[1-9]\d{0,2}$/.test(rest) ? [{ column, mostOfEach: Number(rest) }] : [];
  const [min = '', max = ''] = rest.split('~');
  const bounds = { ...(DECIMAL.test(min) ? { min } : {}), ...(DECIMAL.test(max) ? { max } : {}) };
  return Object.keys(bounds).length === 0 ? [] : [{ column, ...bounds }];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // Somebody wrote the address by hand, with a lone percent sign.
  }
}

const MILLIONS = /^\d{1,9}(\.\d{1,6})?$/;

/**
 * A bound as it was typed in the notation of the page; empty for none, null when it is not clearly one number.
 * @param unit - columns that are shown in millions are typed in millions too, and requested in whole USDT
 */
export function typedBound(typed: string, unit: 'millions' | 'plain', language: Language): string | null {
  const plain = decimalOf(typed, separatorsOf(language));
  if (plain === null || typed === '') return plain;
  if (unit === 'plain') return DECIMAL.test(plain) ? plain : null;
  if (!MILLIONS.test(plain)) return null;
  const [whole = '', fraction = ''] = plain.split('.');
  return `${whole}${fraction.padEnd(6, '0')}`.replace(/^0+(?=\d)/, '');
}
