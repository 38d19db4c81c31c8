/**
 * Truth of a condition at each bar, in Kleene's three-valued logic: `all` is the least of its parts, `any` the greatest,
 * and `not` turns it around. What lacks data is unknown, and only `TRUE` acts.
 */
export type Truths = Uint8Array;

export const FALSE = 0;
export const UNKNOWN = 1;
export const TRUE = 2;

/**
 * Finds the first bar of [from, to) at which a column is not false; `to` when there is none. Most conditions seldom hold, so eight
 * bars at a time are passed over: as one number they are zero.
 */
export function openBars(column: Truths): (from: number, to: number) => number {
  const words = wordsOf(column);
  return (from, to) => {
    for (let bar = from; bar < to; ) {
      if (column[bar] !== FALSE) return bar;
      bar += 1;
      if (bar % WORD !== 0) continue;
      const end = Math.min(words.length, Math.floor(to / WORD));
      let word = bar / WORD;
      while (word < end && words[word] === 0) word += 1;
      bar = Math.max(bar, word * WORD);
    }
    return to;
  };
}

const WORD = 8;
const NO_WORDS = new Float64Array(0);

/** Whole words of a column, for a look at eight bars at once; none where it does not begin with one. */
function wordsOf({ buffer, byteOffset, length }: Truths): Float64Array {
  return byteOffset % WORD === 0 ? new Float64Array(buffer, byteOffset, Math.floor(length / WORD)) : NO_WORDS;
}

/** The bars at which a column is not false, in order: what is asked of few bars costs less by a list of them than by one more look at all. */
export function openBarsOf(column: Truths): number[] {
  const bars: number[] = [];
  eachOpenWord(column, (from, to) => {
    for (let bar = from; bar < to; bar += 1) if (column[bar] !== FALSE) bars.push(bar);
  });
  return bars;
}

/** Calls with the stretches of up to eight bars that are not all false, in order. */
function eachOpenWord(column: Truths, visit: (from: number, to: number) => void): void {
  const words = wordsOf(column);
  for (let word = 0; word < words.length; word += 1) if (words[word] !== 0) visit(word * WORD, (word + 1) * WORD);
  for (let bar = words.length * WORD; bar < column.length; bar += 1) visit(bar, bar + 1);
}

/**
 * The least truth of two columns at the bars at which the first one is not false, written over it.
 * @param open - those bars
 * @returns the bars at which it is still not false
 */
export function lessen(least: Truths, column: Truths, open: readonly number[]): number[] {
  const left: number[] = [];
  for (const bar of open) {
    const truth = Math.min(least[bar] ?? FALSE, column[bar] ?? FALSE);
    least[bar] = truth;
    if (truth !== FALSE) left.push(bar);
  }
  return left;
}

/** The least truth of the columns at each bar, written over the first of them. At least one column. */
export function allOf([least = new Uint8Array(0), ...rest]: readonly Truths[]): Truths {
  let open = openBarsOf(least);
  for (const column of rest) open = lessen(least, column, open);
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
  const isTrueAtFirst = column[0] === TRUE;
  let [before, end] = [FALSE, 0];
  eachOpenWord(column, (from, to) => {
    if (from > end) before = FALSE;
    for (let bar = from; bar < to; bar += 1) {
      const now = column[bar] as number; // Inside, as the words are.
      if (now === TRUE && before === TRUE) column[bar] = FALSE;
      before = now;
    }
    end = to;
  });
  if (isTrueAtFirst) column[0] = UNKNOWN;
  return column;
}
