/**
 * States after which nothing more happens to an order at the exchange, or to a conditional one; ABSENT is ours, for an order that
 * the exchange never accepted. The index of open orders lists them too.
 */
export const FINAL_STATES: readonly string[] = ['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED', 'FINISHED', 'ABSENT'];
