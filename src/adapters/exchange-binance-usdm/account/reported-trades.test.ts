import { expect, it } from 'vitest';
import { ReportedTrades } from './reported-trades.ts';

it('a trade is requested again after a gap while one before it may still have been on its way', () => {
  let nowMs = 0;
  const trades = new ReportedTrades(() => nowMs);
  trades.touch('ETHUSDT', '8389766236300000040');
  trades.add('ETHUSDT', '8389766236300000044');
  nowMs = 50_000;
  trades.add('ETHUSDT', '8389766236300000043'); // It was overtaken.
  trades.add('BTCUSDT', '7');
  nowMs = 59_999;
  expect(trades.since()).toEqual([
    { symbol: 'ETHUSDT', fromId: '8389766236300000040' },
    { symbol: 'BTCUSDT', fromId: null },
  ]);
  nowMs = 60_000;
  expect(trades.since()[0]).toEqual({ symbol: 'ETHUSDT', fromId: '8389766236300000044' });
  nowMs = 110_000;
  expect(trades.since()).toEqual([
    { symbol: 'ETHUSDT', fromId: '8389766236300000044' },
    { symbol: 'BTCUSDT', fromId: '7' },
  ]);
});

it('what is known to be complete never goes back', () => {
  const trades = new ReportedTrades(() => 0);
  trades.touch('ETHUSDT', '10');
  trades.touch('ETHUSDT', '9');
  trades.touch('ETHUSDT');
  expect(trades.since()).toEqual([{ symbol: 'ETHUSDT', fromId: '10' }]);
});
