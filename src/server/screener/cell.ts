import type { missingReasons } from '#contract/screener/get-futures.ts';

export type Missing = (typeof missingReasons)[number];

/** A value as it is shown, and as rows are compared by it; a value that is missing has its reason. */
export type Cell =
  | {
      readonly shown: string | number;
      readonly order: string | number;
      /** What a filter of values finds, where it is not the whole: each tag by itself. */
      readonly values?: readonly string[];
    }
  | { readonly shown: null; readonly order: null; readonly missing: Missing };

export function unknownCell(reason: Missing): Cell {
  return { shown: null, order: null, missing: reason };
}

/** A statistic with so many decimals. */
export function statistic(value: number, decimals: number): Cell {
  const shown = value.toFixed(decimals);
  return { shown: Number(shown) === 0 ? shown.replace('-', '') : shown, order: value };
}

/** Exact decimal text. */
export function exact(text: string): Cell {
  return { shown: text, order: Number(text) };
}

export function wholeCell(value: number): Cell {
  return { shown: value, order: value };
}

/** Several words in one cell. */
export function wordsCell(words: readonly string[]): Cell {
  const list = words.join(', ');
  return { shown: list, order: list, values: words };
}

/** The values that a filter of values finds in a cell; none where it is empty. */
export function filterValuesOf(cell: Cell): readonly string[] {
  if (cell.order === null || cell.order === '') return [];
  return cell.values ?? [String(cell.order)];
}
