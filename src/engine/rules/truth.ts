/**
 * Truth of a condition at each bar, in Kleene's three-valued logic: `all` is the least of its parts, `any` the greatest,
 * and `not` turns it around. What lacks data is unknown, and only `TRUE` acts.
 */
export type Truths = Uint8Array;

export const FALSE = 0;
export const UNKNOWN = 1;
export const TRUE = 2;

/** The least truth of the columns at each bar. At least one column. */
export function allOf([first, ...rest]: readonly Truths[]): Truths {
  const least = first?.slice() ?? new Uint8Array(0);
  for (const column of rest)
    for (let bar = 0; bar < least.length; bar += 1) least[bar] = Math.min(least[bar] ?? FALSE, column[bar] ?? FALSE);
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

/** True at the bars at which the column has just become true. The first bar has none before it: unknown, not an edge. */
export function edgesOf(column: Truths): Truths {
  const edges = column.slice();
  for (let bar = 1; bar < edges.length; bar += 1)
    if (column[bar] === TRUE && column[bar - 1] === TRUE) edges[bar] = FALSE;
  if (edges[0] === TRUE) edges[0] = UNKNOWN;
  return edges;
}
