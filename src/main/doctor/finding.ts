/** What the doctor found about one part of an installation. */
export interface Finding {
  /** Such as "Candles". */
  readonly part: string;
  /** A sentence about what was checked. */
  readonly checked: string;
  /** A sentence each; empty when all is well. */
  readonly complaints: readonly string[];
}
