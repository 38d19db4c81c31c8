import type { Foreign } from './check.ts';

/** Units of the eighth decimal, so that a book of an hour adds up exactly. */
const UNIT = 100_000_000;

/** What a bot knows of its account from user events alone; amounts in units of 1e-8. */
export interface LiveBooks {
  readonly open: Map<string, string>;
  readonly fills: Map<number, string>;
  position: number;
  wallet: number;
  events: number;
  /** Events whose trade was known already. */
  doubled: number;
  makers: number;
}

export function emptyBooks(wallet: string): LiveBooks {
  return { open: new Map(), fills: new Map(), position: 0, wallet: units(wallet), events: 0, doubled: 0, makers: 0 };
}

export function units(text: string | number): number {
  return Math.round(Number(text) * UNIT);
}

/** Enters a user event as the exchange has sent it. */
export function enter(books: LiveBooks, event: Foreign): void {
  books.events += 1;
  if (event.e === 'ACCOUNT_UPDATE' && event.a.m === 'FUNDING_FEE') {
    for (const { bc } of event.a.B) books.wallet += units(bc);
  }
  if (event.e !== 'ORDER_TRADE_UPDATE') return;
  const { i, X, x, t, S, l, rp, n, m } = event.o;
  if (X === 'NEW' || X === 'PARTIALLY_FILLED') books.open.set(String(i), X);
  else books.open.delete(String(i));
  if (x !== 'TRADE') return;
  if (books.fills.has(t)) {
    books.doubled += 1;
    return;
  }
  books.fills.set(t, String(i));
  books.position += (S === 'BUY' ? 1 : -1) * units(l);
  books.wallet += units(rp) - units(n ?? '0');
  if (m) books.makers += 1;
}
