import { assert } from '#base/assert.ts';
import type { RunningAccount } from '../account/running-account.ts';
import { markOf } from '../account/valuation/shared-wallet.ts';
import type { Leg } from '../account/valuation/sums.ts';
import type { Stretch, SymbolHistory } from '../model/history.ts';
import { signOf } from '../model/order.ts';
import type { Extremes, extremesBetween } from '../scan/extremes.ts';
import { thawAt } from '../scan/market-minutes.ts';
import type { Span } from './span.ts';

/** Positions of one symbol that share the wallet and are valued at the same mark, and the source of its prices. */
export interface SharedLegs {
  readonly legs: readonly Leg[];
  readonly stored: SymbolHistory | undefined;
  /** The mark in force until the symbol's next candle; null when the first minute of the span has one. */
  readonly lastMark: number | null;
}

/**
 * The positions that share the wallet before the first minute of a span, by symbol and mark. An account that was opened
 * while a symbol is halted knows no mark of it yet, and values each of its positions at its own base price.
 */
export function sharedLegs(account: RunningAccount, { history, from }: Span): SharedLegs[] {
  const valued = new Map<string, SharedLegs & { readonly legs: Leg[] }>();
  for (const leg of account.sums.legs.values()) {
    const stored = history.symbols.get(leg.symbol);
    const hasCandle = stored !== undefined && thawAt(stored.frozen, from) === from;
    const lastMark = hasCandle ? null : markOf(account, leg.atom);
    const key = `${leg.symbol} ${lastMark}`;
    const known = valued.get(key);
    if (known === undefined) valued.set(key, { legs: [leg], stored, lastMark });
    else known.legs.push(leg);
  }
  return [...valued.values()];
}

/** The range of the symbol's marks over a stretch: the range of its candles and the last mark before them. */
export function marksIn(
  { stored, lastMark }: SharedLegs,
  pricesBetween: typeof extremesBetween,
  { from, to }: Stretch,
): Extremes {
  const candles = stored === undefined ? null : pricesBetween(stored, from, to);
  if (lastMark === null) {
    assert(candles !== null, 'a stored symbol has as many minutes as its history');
    return candles;
  }
  if (candles === null) return { low: lastMark, high: lastMark };
  return { low: Math.min(candles.low, lastMark), high: Math.max(candles.high, lastMark) };
}

/** Open result of one side of a symbol at a mark, cash. Float64, only for bounds: rounded beyond 2^53. */
export function openResult({ atom, direction, quantity, cost }: Leg, mark: number): number {
  return signOf(direction) * (mark * quantity * atom.instrument.cashPerTickStep - cost);
}
