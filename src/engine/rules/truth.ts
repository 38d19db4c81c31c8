/**
 * Truth of a condition at each bar, in Kleene's three-valued logic: `all` is the least of its parts, `any` the greatest,
 * and `not` turns it around. What lacks data is unknown, and only `TRUE` acts.
 */
export type Truths = Uint8Array;

export const FALSE = 0;
export const UNKNOWN = 1;
export const TRUE = 2;

/**
 * Finds the first bar from an index on at which a column is not false; its length when there is none. Most conditions seldom hold, so
 * eight bars at a time are passed over: as one number they are zero.
 */
export function openBars(column: Truths): (from: number) => number {
  const { buffer, byteOffset, length } = column;
  const words = byteOffset % WORD === 0 ? new Float64Array(buffer, byteOffset, Math.floor(length / WORD)) : NO_WORDS;
  return (from) => {
    for (let bar = from; bar < length; ) {
      if (column[bar] !== FALSE) return bar;
      bar += 1;
      if (bar % WORD !== 0) continue;
      let word = bar / WORD;
      while (word < words.length && words[word] === 0) word += 1;
      bar = Math.max(bar, word * WORD);
    }
    return length;
  };
}

const WORD = 8;
const NO_WORDS = new Float64Array(0);

/** The least truth of the columns at each bar, written over the first of them. At least one column. */
export function allOf([least = new Uint8Array(0), ...rest]: readonly Truths[]): Truths {
  const next = openBars(least);
  for (const column of rest)
    for (let bar = next(0); bar < least.length; bar = next(bar + 1))
      least[bar] = Math.min(least[bar] ?? FALSE, column[bar] ?? FALSE);
  return least;
}

/** The greatest truth of the columns at each bar. At least one column. */
export function anyOf(columns: readonly Truths[]): Truths {
  return notOf(allOf(columns.map(notOf)));
}

export function notOf(column: Truths): Truths {
  const opposite = new Uint8Array(column.length);
  for (let bar = 0; bar < opposite.length; bar += 1) opposite[bar] = TRUE - (column[bar] ?? UNKNOWN);
  return opposite;
}

/** Whether the column was true at each of the last `n` bars: the least of them; unknown before there are so many. */
export function heldFor(column: Truths, n: number): Truths {
  const least = new Uint8Array(column.length).fill(UNKNOWN);
  // How far back lie the last bar that was false and the last one that was unknown.
  let [falseAt, unknownAt] = [-1, -1];
  for (let bar = 0; bar < column.length; bar += 1) {
    if (column[bar] === FALSE) falseAt = bar;
    if (column[bar] === UNKNOWN) unknownAt = bar;
    const first = bar - n + 1;
    if (falseAt >= 0 && falseAt >= first) least[bar] = FALSE;
    else if (first >= 0 && unknownAt < first) least[bar] = TRUE;
  }
  return least;
}

/** Whether the column was true at one of the last `n` bars; unknown before there are so many and none was. */
export function trueWithin(column: Truths, n: number): Truths {
  return notOf(heldFor(notOf(column), n));
}

/**
 * True at the bars at which the column has just become true, written over the column. The first bar has none before it: unknown,
 * not an edge.
 */
export function edgesOf(column: Truths): Truths {
  const next = openBars(column);
  let trueAt = Number.NEGATIVE_INFINITY;
  for (let bar = next(0); bar < column.length; bar = next(bar + 1)) {
    if (column[bar] !== TRUE) continue;
    if (trueAt === bar - 1) column[bar] = FALSE;
    trueAt = bar;
  }
  if (trueAt >= 0 && column[0] === TRUE) column[0] = UNKNOWN;
  return column;
}
