import type { Reply } from '#contract/call.ts';
import type { tryStrategy } from '#contract/strategy.ts';

type Trial = Reply<typeof tryStrategy>;

/** Four bars of a rule on the RSI: it acted at the closes of the second, which entered, and the third, which did not. */
export const toldTrial = (change: Partial<Trial> = {}): Trial => ({
  symbol: 'ETHUSDT',
  dateFrom: '2025-02-25T12:00:00.000Z',
  dateTo: '2025-05-26T13:00:00.000Z',
  wallet: '10000.00000000',
  flags: ['FEW_CYCLES'],
  bars: {
    timeframe: '15m',
    start: '2025-05-26T12:00:00.000Z',
    open: ['2500.00', '2501.00', null, '2503.00'],
    high: ['2505.00', '2506.00', null, '2508.00'],
    low: ['2495.00', '2496.00', null, '2498.00'],
    close: ['2501.00', '2502.00', null, '2504.00'],
    volume: ['10', '11', null, '13'],
  },
  series: [{ operand: { ind: 'rsi', n: 14 }, timeframe: '15m', values: ['27.8', '31', null, '44.71'] }],
  rules: [
    {
      field: 'buy.enter',
      purpose: 'enter',
      direction: 'buy',
      knownSince: '2025-02-26T00:00:00.000Z',
      nodes: [{ path: '', truths: 'ftuf', values: [{ name: 'a', series: 0 }] }],
    },
  ],
  triggers: [
    {
      closedAt: '2025-05-26T12:45:00.000Z',
      direction: 'buy',
      price: '2502.50',
      skippedBy: 'COOLDOWN',
      pausedUntil: '2025-05-26T12:51:00.000Z',
      cycle: null,
    },
    {
      closedAt: '2025-05-26T12:30:00.000Z',
      direction: 'buy',
      price: '2502.00',
      skippedBy: null,
      pausedUntil: null,
      cycle: {
        endAt: '2025-05-26T12:36:59.999Z',
        closeReason: 'take_profit',
        entryPrice: '2503.25',
        exitPrice: '2552.00',
        result: '18.40000000',
        resultPercent: '1.84',
        adversePercent: '0.22',
        heldMs: 419_999,
        levelsFilled: 0,
      },
    },
  ],
  figures: {
    triggers: 2,
    triggersOfMonth: 2,
    entered: 1,
    skipped: [{ code: 'COOLDOWN', count: 1 }],
    cycles: 1,
    result: '18.40000000',
    commission: '0.92000000',
    funding: '0.00000000',
    meanPercent: '1.84',
    worstPercent: '1.84',
    winPercent: '100',
    payoff: null,
    drawdownPercent: '0.12',
    holdingPercent: '-4.8',
  },
  unsteady: [],
  warnings: [],
  reads: [{ timeframe: '15m', bars: 340 }],
  ...change,
});
