import type { ColumnMemory } from '../../model/window.ts';

/**
 * Memory for the columns of one past after the other: each `restart` frees all that were given before. New columns of a
 * megabyte each would cost more, by the collector that they call, than what is computed in them.
 */
export function reusedColumns(): { restart(): void; readonly memory: ColumnMemory } {
  const numbers = reused((length) => new Float64Array(length));
  const bytes = reused((length) => new Uint8Array(length));
  return {
    restart() {
      numbers.restart();
      bytes.restart();
    },
    memory: { numbers: numbers.next, bytes: (length) => bytes.next(length).fill(0) },
  };
}

/** Arrays for one past after the other. The pasts ask in the same order, so each finds what the one before had at its place. */
export function reused<Column extends { readonly length: number; subarray(from: number, to: number): Column }>(
  create: (length: number) => Column,
): { restart(): void; next(length: number): Column } {
  const kept: Column[] = [];
  let used = 0;
  return {
    restart() {
      used = 0;
    },
    next(length) {
      const before = kept[used];
      const column = before !== undefined && before.length >= length ? before : create(length);
      kept[used] = column;
      used += 1;
      return column.length === length ? column : column.subarray(0, length);
    },
  };
}
