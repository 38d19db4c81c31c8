import { DAY_MS, later, startOf } from '#base/time.ts';
import type { MarketStore } from '../store/market-store.ts';
import type { BackFill, BackFillOptions } from './back-fill.ts';

/** How much past a market gets when it is opened for the first time. */
const FIRST_DAYS = 30;

/**
 * Begins to fill an empty store: first the watched symbols, then all others, thirty days each. Does nothing when
 * something is stored already or being filled; what a kill interrupts goes on by itself.
 */
export function startFirstFill(
  backFill: BackFill,
  store: MarketStore,
  { watched, due }: Pick<BackFillOptions, 'watched' | 'due'>,
): void {
  if (store.oldest() !== null || backFill.jobs().length > 0) return;
  const from = startOf(later(due(), -FIRST_DAYS * DAY_MS), DAY_MS);
  const listed = watched.filter((symbol) => store.instruments.has(symbol));
  if (listed.length > 0) backFill.start({ symbols: listed, from, to: null, startedBy: 'program' });
  backFill.start({ symbols: null, from, to: null, startedBy: 'program' });
}
