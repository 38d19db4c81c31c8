import type { Column } from './column.ts';

/** What a column is in a file: its title and the exact value of a row. */
export type FileColumn<T> = Pick<Column<T>, 'title' | 'exact'>;

/** The rows as RFC 4180 text: the columns that have an exact value, under their titles. */
export function csvText<T>(columns: readonly FileColumn<T>[], rows: readonly T[]): string {
  const told = columns.filter((column) => column.exact !== undefined);
  const lines = rows.map((row) => told.map((column) => cellText(column.exact?.(row) ?? '')));
  return [told.map((column) => cellText(column.title)), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellText(value: string | number): string {
  const text = guarded(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would execute a name that starts like a formula; a number may start with a minus. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** Offers the text as a download. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
