import type { LeftOutRow, MarketList } from '#ports/market-source.ts';

/** Maximum length of the detail of a row. */
export const LEFT_OUT_TEXT_MAX = 80;
/** Rows of a list beyond these are neither stored nor counted: the exchange has about 800 contracts. */
const LEFT_OUT_ROWS_MAX = 1_000;

/** The rows that were left out when each list was last read. */
export class LeftOutRows {
  private readonly lists = new Map<MarketList, ReadonlyMap<string, LeftOutRow>>();

  /** Replaces what was left out of a whole list. */
  replace(list: MarketList, rows: readonly LeftOutRow[]): void {
    if (rows.length === 0) this.lists.delete(list);
    else this.lists.set(list, new Map(rows.slice(0, LEFT_OUT_ROWS_MAX).map((row) => [row.name, row])));
  }

  /** Records that a whole list was refused; what was left out before is unknown now. */
  refuse(list: MarketList, detail: string): void {
    this.replace(list, [{ list, name: '', reason: 'list', detail: detail.slice(0, LEFT_OUT_TEXT_MAX) }]);
  }

  /** Updates a list of which a message contains only some rows. @param seen - rows that were readable in the message */
  update(list: MarketList, seen: readonly { readonly symbol: string }[], rows: readonly LeftOutRow[]): void {
    const known = this.lists.get(list);
    if (known === undefined && rows.length === 0) return; // Nearly always.
    const next = new Map(known);
    next.delete(''); // The list as a whole is readable again.
    for (const { symbol } of seen) next.delete(symbol);
    for (const row of rows) next.set(row.name, row);
    this.replace(list, [...next.values()]);
  }

  all(): readonly LeftOutRow[] {
    return [...this.lists.values()].flatMap((rows) => [...rows.values()]);
  }
}
