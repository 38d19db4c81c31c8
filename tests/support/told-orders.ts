import type { ExecutedOrder, OrderStat, StatFigures } from '#web/features/orders/order-queries.ts';

/** StatFigures of a period, as the server tells them. */
export function orderFigures(change: Partial<StatFigures> = {}): StatFigures {
  return {
    sent: 120,
    filled: 80,
    canceled: 20,
    expired: 0,
    rejected: 0,
    partFilled: 1,
    replaced: 12,
    stopLosses: 3,
    takeProfits: 32,
    cyclesOpened: 39,
    cyclesClosed: 35,
    levelMax: 2,
    fills: 82,
    buyNotional: '6000.00000000',
    sellNotional: '4000.00000000',
    makerNotional: '7120.00000000',
    commission: '2.86000000',
    gross: '12.50000000',
    funding: '-0.25000000',
    liquidationFee: '0.00000000',
    net: '9.39000000',
    entryReference: '2000.00000000',
    entrySlippage: '1.00000000',
    exitReference: '880.00000000',
    exitSlippage: '0.24000000',
    heldMs: 36_000_000,
    unprotectedMs: 47_000,
    fillPercent: '80.0000',
    makerPercent: '71.2000',
    feeBps: '2.8600',
    ordersPerFill: '1.4634',
    entryBps: '5.0000',
    exitBps: '2.7273',
    slippageBps: '4.3056',
    slippageP50Bps: '4.10',
    slippageP95Bps: '9.80',
    restP50S: 5_400,
    restP95S: 86_400,
    ...change,
  };
}

/** Statistics of one day on which orders of one role were sent. */
export function orderStat(change: Partial<OrderStat> = {}): OrderStat {
  const figures = orderFigures();
  return {
    dateFrom: '2025-05-26',
    dateTo: '2025-05-26',
    asOf: '2025-05-26T05:30:00.000Z',
    total: figures,
    days: [{ ...figures, day: '2025-05-26', isOver: false, savedAt: null }],
    bots: [{ ...figures, botId: 'b1', botName: 'Alpha', portfolioId: 'p1', kind: 'dca-bot' }],
    symbols: [{ ...figures, symbol: 'ETHUSDT' }],
    roles: [{ ...figures, role: 'base' }],
    closed: [
      { reason: 'take_profit', cycles: 32 },
      { reason: 'stop_loss', cycles: 3 },
    ],
    slippage: [
      { bps: -1, entries: 1, exits: 0 },
      { bps: 4, entries: 5, exits: 2 },
    ],
    unsent: [{ reason: 'PORTFOLIO_LIMIT_EXCEEDED', orders: 7 }],
    ...change,
  };
}

/** A base order that was filled at market. */
export function executedOrder(change: Partial<ExecutedOrder> = {}): ExecutedOrder {
  return {
    orderId: 'o1',
    cycleId: 'c1',
    atomId: 'a1',
    botId: 'b1',
    symbol: 'ETHUSDT',
    direction: 'buy',
    role: 'base',
    level: 0,
    type: 'MARKET',
    side: 'BUY',
    positionSide: 'LONG',
    price: null,
    triggerPrice: null,
    qty: '0.080',
    filledQty: '0.080',
    avgPrice: '2501.25000000',
    reduceOnly: false,
    closePosition: false,
    state: 'FILLED',
    decisionPrice: '2500.00',
    sentAt: '2025-05-26T05:00:00.000Z',
    doneAt: '2025-05-26T05:01:00.000Z',
    kind: 'dca-bot',
    botName: 'Alpha',
    portfolioId: 'p1',
    quoteQty: '200.10000000',
    commission: '0.10005000',
    slippageBps: '5.0000',
    slippageCost: '0.10000000',
    ...change,
  };
}
