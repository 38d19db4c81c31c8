import type { SymbolHistory } from '#engine/model/history.ts';
import { type Allocate, skipIndexOf } from '#engine/scan/skip-index.ts';

const allocate: Allocate = (length) => new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));

/** Whether all numbers of a history are in shared memory, where worker threads can read them. */
export function isShared({ columns, index, funding }: SymbolHistory): boolean {
  const { start: _, ...candles } = columns;
  const arrays = [...Object.values(candles), ...Object.values(index).flat(), ...Object.values(funding)];
  return arrays.every(({ buffer }) => buffer instanceof SharedArrayBuffer);
}

/** The history in shared memory: itself if it is already there, as loaded files are, else a copy. */
export function shareHistory(history: SymbolHistory): SymbolHistory {
  if (isShared(history)) return history;
  const { columns, funding } = history;
  const copied = (column: Int32Array): Int32Array => {
    const room = allocate(column.length);
    room.set(column);
    return room;
  };
  const shared = {
    start: columns.start,
    open: copied(columns.open),
    high: copied(columns.high),
    low: copied(columns.low),
    close: copied(columns.close),
    volume: copied(columns.volume),
  };
  return {
    ...history,
    columns: shared,
    index: skipIndexOf(shared, allocate),
    funding: { minute: copied(funding.minute), rate: copied(funding.rate) },
  };
}
