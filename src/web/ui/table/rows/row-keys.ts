/** React's keys of the rows that are drawn, by the ids of the rows. */
export interface RowKeys {
  readonly keys: ReadonlyMap<string, number>;
  /** The next key that no row has had. */
  readonly next: number;
}

export const noRowKeys: RowKeys = { keys: new Map(), next: 0 };

/**
 * A row keeps its key while it is drawn. Where none of the rows drawn last is left, the new ones may take over their keys, and
 * with them their elements, whose texts change: making elements and styling them is a third of the cost of such a frame.
 * @param ids - of the rows to draw, in their order
 */
export function rowKeysFor(ids: readonly string[], before: RowKeys, mayTakeOver: boolean): RowKeys {
  const isElsewhere = ids.every((id) => !before.keys.has(id));
  const free = mayTakeOver && isElsewhere ? [...before.keys.values()] : [];
  let { next } = before;
  const keyOf = (id: string, place: number): number => {
    const known = before.keys.get(id) ?? free[place];
    if (known !== undefined) return known;
    next += 1;
    return next - 1;
  };
  const keys = new Map(ids.map((id, place) => [id, keyOf(id, place)] as const));
  return { keys, next };
}

/** Whether the focus is in a row: the element of that row must not become another row under it. */
export function isRowFocused(frame: HTMLElement | null): boolean {
  const row = document.activeElement?.closest('tr');
  return frame !== null && row != null && frame.contains(row);
}
