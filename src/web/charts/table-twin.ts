/** The same figures as the picture, for keyboard and screen reader. Cells are ready text. */
export interface TableTwin {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly file: TwinFile;
  /** What the rows leave out of the picture, in words. */
  readonly note?: string;
}

/** A row of a file: the exact figures under the titles of the table. */
export type TwinCells = readonly (string | number | null)[];

interface TwinFile {
  /** Without its ending. */
  readonly name: string;
  readonly rows: readonly TwinCells[];
}
