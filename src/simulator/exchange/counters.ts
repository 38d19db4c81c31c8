import type { Counters, ExchangeState } from './exchange-state.ts';

/** Order ids of these symbols lie above 2^53, as those of some symbols do on the real exchange. */
const LARGE_IDS: ReadonlySet<string> = new Set(['ETHUSDT', 'SOLUSDT', 'DOGEUSDT']);
const LARGE_BASE = 8_389_766_216_300_000_000n;
/** Range of ids per symbol, so that ids of two symbols never collide. */
const ID_RANGE = 10_000_000_000n;

export function newCounters(): Counters {
  return {
    priority: 0,
    algo: 3_000_000_000_001n,
    transaction: 9_680_000_000_001n,
    amendment: 0,
    orders: new Map(),
  };
}

/** Consumes and returns the next order id of a symbol, as text. */
export function nextOrderId(state: ExchangeState, symbol: string): string {
  const id = peekOrderId(state, symbol);
  state.counters.orders.set(symbol, BigInt(id) + 1n);
  return id;
}

/** The next order id of a symbol, without consuming it. */
export function peekOrderId({ market, counters }: ExchangeState, symbol: string): string {
  return String(counters.orders.get(symbol) ?? firstOrderId([...market.symbols.keys()].indexOf(symbol), symbol));
}

function firstOrderId(index: number, symbol: string): bigint {
  return (LARGE_IDS.has(symbol) ? LARGE_BASE : 0n) + ID_RANGE * BigInt(index + 1) + 1n;
}

export function nextAlgoId({ counters }: ExchangeState): string {
  counters.algo += 1n;
  return String(counters.algo - 1n);
}

export function nextTransactionId({ counters }: ExchangeState): string {
  counters.transaction += 1n;
  return String(counters.transaction - 1n);
}

/** Unique among the amendments of all orders. */
export function nextAmendmentId({ counters }: ExchangeState): number {
  counters.amendment += 1;
  return counters.amendment;
}

export function nextPriority({ counters }: ExchangeState): number {
  counters.priority += 1;
  return counters.priority;
}
