import type { Reply } from '#contract/call.ts';
import type { getCandles } from '#contract/market.ts';
import { baseFill, endedCycle, logLine, restingOrder } from './told-rows.ts';

/** An instant of the minute of 05:00 o'clock: its first millisecond, or its last one. */
export const opens = (minute: number) => new Date(Date.UTC(2025, 4, 26, 5, minute)).toISOString();
export const closes = (minute: number) => new Date(Date.UTC(2025, 4, 26, 5, minute + 1) - 1).toISOString();

/**
 * A long cycle of four minutes, whose figures are computed here by hand. Decided at the close of 05:29, it buys 0.080 at 2500.00
 * at the next open, for 200.00 and a fee of 0.10. Its first step buys 0.080 at 2475.00 in 05:31, for 198.00 and 0.04: together 0.160
 * for 398.00, 2487.50 each. In 05:32 it sells them at 2512.38, for 401.9808 and 0.08: 3.9808 more than they cost, 3.7608 after fees.
 * The leverage is 10, so its margin is a tenth of what it cost: at most 39.80.
 */
export const REPLAYED = endedCycle({
  ...{ openedAt: closes(29), beginDate: opens(30), endDate: closes(32), levelsFilled: 1, levelsTotal: 2 },
  ...{ peakMargin: '39.80000000', gross: '3.98080000', commission: '0.22000000', result: '3.76080000' },
});

export const REPLAYED_FILLS = [
  baseFill({ tradeId: 't1', ts: opens(30) }),
  baseFill({
    ...{ tradeId: 't2', ts: closes(31), role: 'safety', level: 1, price: '2475.00', quoteQty: '198.00000000' },
    ...{ commission: '0.04000000', commissionUsdt: '0.04000000' },
  }),
  baseFill({
    ...{ tradeId: 't3', ts: closes(32), role: 'take_profit', side: 'SELL', price: '2512.38', qty: '0.160' },
    ...{ quoteQty: '401.98080000', commission: '0.08000000', commissionUsdt: '0.08000000' },
    exchangeRealizedPnl: '3.98080000',
  }),
];

const step = (level: number, price: string, doneAt: string) =>
  restingOrder({ orderId: `step ${level}`, role: 'safety', level, price, sentAt: opens(30), doneAt });

/** The take profit moves with the average, so there are two of them; the second step is never reached. */
export const REPLAYED_ORDERS = [
  restingOrder({ orderId: 'base', role: 'base', price: null, sentAt: closes(29), doneAt: opens(30) }),
  step(1, '2475.00', closes(31)),
  step(2, '2450.00', closes(32)),
  restingOrder({ orderId: 'first', price: '2525.00', sentAt: opens(30), doneAt: closes(31) }),
  restingOrder({ orderId: 'second', price: '2512.38', sentAt: closes(31), doneAt: closes(32) }),
  restingOrder({
    ...{ orderId: 'stop', role: 'stop_loss', price: null, triggerPrice: '2250.00' },
    ...{ sentAt: opens(30), doneAt: closes(32) },
  }),
];

const line = (logId: string, ts: string, detail: string) =>
  logLine({ logId, ts, code: 'RESTARTED', detail, figures: [] });

/** Newest first, as the server tells them. */
export const REPLAYED_LOGS = [
  line('l3', closes(32), 'Sold 0.160.'),
  line('l2', opens(30), 'Bought 0.080.'),
  line('l1', closes(29), 'Decided to buy.'),
];

export const REPLAYED_BARS: Reply<typeof getCandles>['items'] = (
  [
    [28, '2501.00'],
    [29, '2500.00'],
    [30, '2490.00'],
    [31, '2474.00'],
    [32, '2513.00'],
    [33, '2514.00'],
  ] as const
).map(([minute, close]) => ({ time: opens(minute), open: close, high: close, low: close, close, volume: '1' }));
