import type { ExchangeOrder } from '../../exchange/rows.ts';
import type { Simulation } from '../../simulation.ts';

/** The latest liquidation of a symbol. */
export interface Liquidation {
  /** Counts all liquidations, so that streams know what they have not sent yet. */
  readonly number: number;
  /** The exchange's order that has closed the position. */
  readonly order: ExchangeOrder;
}

/** The liquidations of all accounts since the streams were opened. */
export interface Liquidations {
  /** Of all symbols. */
  count(): number;
  latest(symbol: string): Liquidation | null;
}

/** Collects liquidations from the accounts' events, once their cause is on disk. */
export function openLiquidations(onEvent: Simulation['onEvent']): Liquidations & { close(): void } {
  const latest = new Map<string, Liquidation>();
  let count = 0;
  const close = onEvent((_accountId, event) => {
    if (event.kind !== 'order' || event.execution !== 'CALCULATED') return;
    count += 1;
    latest.set(event.order.symbol, { number: count, order: event.order });
  });
  return { count: () => count, latest: (symbol) => latest.get(symbol) ?? null, close };
}
