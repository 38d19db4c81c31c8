import { toSnake } from 'ts-case-convert';

/** Rows as CSV by RFC 4180, with the names of the first row's fields in snake_case; lists are joined by spaces. */
export function csvOfRows(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => cell(valueIn(row, name))).join(','));
  return [names.map((name) => cell(name.startsWith('param.') ? name : toSnake(name))).join(','), ...lines, ''].join(
    '\r\n',
  );
}

function valueIn(row: object, name: string): unknown {
  return new Map(Object.entries(row)).get(name);
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe; a negative number is none. */
const FORMULA = /^[=+@\t]|^-(?!\d)/;
const QUOTED = /[",\r\n]/;

function cell(value: unknown): string {
  const text = textOf(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
