import { at } from '#base/assert.ts';
import { add, type Cash, cash, multiplyDivide, type Steps, subtract, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { TradeRecord } from '#engine/model/record.ts';
import type { MadeReport } from './kept-reports.ts';

/** What an atom holds. */
export interface HeldAtom {
  readonly symbol: string;
  readonly quantity: Steps;
  readonly cost: Cash;
}

interface Holding {
  readonly symbol: string;
  quantity: Steps;
  cost: Cash;
}

/** What a run held at instants that are asked for in ascending order, from its fills. */
export function heldAt({ report }: Pick<MadeReport, 'report'>): (time: Instant) => readonly HeldAtom[] {
  const holdings = new Map<string, Holding>();
  const { trades } = report;
  let next = 0;
  return (time) => {
    for (; next < trades.length && at(trades, next).at < time; next += 1) applyTrade(holdings, at(trades, next));
    return [...holdings.values()];
  };
}

/** A part that is sold takes its part of the cost, rounded down; the last one takes the rest. */
function applyTrade(holdings: Map<string, Holding>, { symbol, direction, side, quantity, value }: TradeRecord): void {
  const key = `${symbol} ${direction}`;
  const holding = holdings.get(key) ?? { symbol, quantity: ZERO_STEPS, cost: ZERO_CASH };
  holdings.set(key, holding);
  if ((side === 'BUY') === (direction === 'buy')) {
    holding.quantity = add(holding.quantity, quantity);
    holding.cost = add(holding.cost, value);
    return;
  }
  const isWhole = quantity === holding.quantity;
  const released = isWhole ? holding.cost : cash(multiplyDivide(holding.cost, quantity, holding.quantity, 'floor'));
  holding.quantity = subtract(holding.quantity, quantity);
  holding.cost = subtract(holding.cost, released);
}
