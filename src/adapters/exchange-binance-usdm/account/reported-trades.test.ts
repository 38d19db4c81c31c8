import { expect, it } from 'vitest';
import { NO_TRADE } from '#ports/venue.ts';
import { ReportedTrades } from './reported-trades.ts';

it('a trade is requested again after a gap while one before it may still have been on its way', () => {
  let nowMs = 0;
  const trades = new ReportedTrades(() => nowMs);
  trades.track({ symbol: 'ETHUSDT', fromId: '8389766236300000040' });
  trades.track({ symbol: 'BTCUSDT', fromId: NO_TRADE });
  trades.add('ETHUSDT', '8389766236300000044');
  nowMs = 50_000;
  trades.add('ETHUSDT', '8389766236300000043'); // It was overtaken.
  trades.add('BTCUSDT', '7');
  nowMs = 59_999;
  expect(trades.since()).toEqual([
    { symbol: 'ETHUSDT', fromId: '8389766236300000040' },
    { symbol: 'BTCUSDT', fromId: NO_TRADE },
  ]);
  nowMs = 60_000;
  expect(trades.since()[0]).toEqual({ symbol: 'ETHUSDT', fromId: '8389766236300000044' });
  nowMs = 110_000;
  expect(trades.since()).toEqual([
    { symbol: 'ETHUSDT', fromId: '8389766236300000044' },
    { symbol: 'BTCUSDT', fromId: '7' },
  ]);
});

it('a symbol is tracked once, and a later call never makes trades wanted that were not', () => {
  const trades = new ReportedTrades(() => 0);
  trades.track({ symbol: 'ETHUSDT', fromId: '10' });
  trades.track({ symbol: 'ETHUSDT', fromId: '9' });
  expect(trades.since()).toEqual([{ symbol: 'ETHUSDT', fromId: '10' }]);
});

it('a trade from before a symbol was tracked stays one, whatever is complete since', () => {
  let nowMs = 0;
  const trades = new ReportedTrades(() => nowMs);
  trades.track({ symbol: 'ETHUSDT', fromId: '8389766236300000040' });
  trades.add('ETHUSDT', '8389766236300000044');
  nowMs = 60_000;
  expect(trades.since()).toEqual([{ symbol: 'ETHUSDT', fromId: '8389766236300000044' }]);
  const isBefore = (tradeId: string): boolean => trades.isBefore('ETHUSDT', tradeId);
  expect(['8389766236300000039', '8389766236300000040', '8389766236300000041'].map(isBefore)).toEqual([
    true,
    true,
    false,
  ]);
  expect(trades.isBefore('BTCUSDT', '1')).toBe(false);
});
