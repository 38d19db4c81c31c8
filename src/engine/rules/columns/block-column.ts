/** Computes the values of a block, the bars [from, to), and writes them at its bars. */
export type FillBlock = (from: number, to: number, into: Float64Array) => void;

/** A value at each bar, computed a block at a time when somebody first reads a bar of the block. */
export interface BlockColumn {
  /** Anything in blocks that nobody has read. */
  readonly values: Float64Array;
  /** The bars [from, to) are read now. */
  read(from: number, to: number): void;
}

/** Where the bars of a column lie among blocks of a grid. */
export interface BlockGrid {
  /** Bars of the column. */
  readonly length: number;
  /** Bars of a block. */
  readonly block: number;
  /** Place of the first bar on the grid. */
  readonly place: number;
}

/** @param values - memory for the values of all bars */
export function blockColumn(fill: FillBlock, { length, block, place }: BlockGrid, values: Float64Array): BlockColumn {
  /** Bars of the first block that lie before the first bar. */
  const before = place - Math.floor(place / block) * block;
  /** How far each block is computed: first up to the bar that is read, because most are read once, and then whole. */
  const filled = new Int32Array(Math.ceil((before + length) / block));
  return {
    values,
    read(from, to) {
      const end = Math.ceil((before + to) / block);
      for (let number = Math.floor((before + from) / block); number < end; number += 1) {
        const begin = number * block - before;
        const known = filled[number] ?? 0;
        const wanted = Math.min(block, to - begin);
        if (known >= wanted) continue;
        filled[number] = known === 0 ? wanted : block;
        fill(Math.max(0, begin), Math.min(length, begin + (filled[number] ?? block)), values);
      }
    },
  };
}
