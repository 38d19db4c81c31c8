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
  const isFilled = new Uint8Array(Math.ceil((before + length) / block));
  return {
    values,
    read(from, to) {
      const end = Math.ceil((before + to) / block);
      for (let number = Math.floor((before + from) / block); number < end; number += 1) {
        if (isFilled[number] === 1) continue;
        isFilled[number] = 1;
        const begin = number * block - before;
        fill(Math.max(0, begin), Math.min(length, begin + block), values);
      }
    },
  };
}
