import type { LeftOutRow, MarketList } from '#ports/market-source.ts';

/** Maximum length of the detail of a row. */
export const LEFT_OUT_TEXT_MAX = 80;
/** Rows of a list beyond these are neither stored nor counted: the exchange has about 800 contracts. */
const LEFT_OUT_ROWS_MAX = 1_000;

/** The rows that were left out when each list was last read. */
export class LeftOutRows {
  private readonly lists = new Map<MarketList, readonly LeftOutRow[]>();

  /** Replaces what was left out of a whole list. */
  replace(list: MarketList, rows: readonly LeftOutRow[]): void {
    if (rows.length === 0) this.lists.delete(list);
    else this.lists.set(list, rows.slice(0, LEFT_OUT_ROWS_MAX));
  }

  /** Records that a whole list was refused; what was left out before is unknown now. */
  refuse(list: MarketList, detail: string): void {
    this.replace(list, [{ list, name: '', reason: 'list', detail: detail.slice(0, LEFT_OUT_TEXT_MAX) }]);
  }

  /** Updates a list of which a message contains only some rows. @param seen - rows that were readable in the message */
  update(list: MarketList, seen: readonly { readonly symbol: string }[], rows: readonly LeftOutRow[]): void {
    const known = this.lists.get(list);
    if (known === undefined && rows.length === 0) return; // Nearly always.
    // The empty name is that of the list as a whole, which is readable again.
    const renewed = new Set(['', ...seen.map(({ symbol }) => symbol), ...rows.map(({ name }) => name)]);
    this.replace(list, [...(known ?? []).filter(({ name }) => !renewed.has(name)), ...rows]);
  }

  all(): readonly LeftOutRow[] {
    return [...this.lists.values()].flat();
  }
}
