import { describe, expect, it } from 'vitest';
import { documentedDifferences, documentedKeys } from '../support/documented-keys.ts';

const MARK = {
  symbol: 'BTCUSDT',
  markPrice: '1',
  indexPrice: '1',
  estimatedSettlePrice: '1',
  lastFundingRate: '0.0001',
  interestRate: '0.0001',
  nextFundingTime: 1,
  time: 2n,
};

describe('what the official client documents', () => {
  it('is told by path, through lists and for every surface', () => {
    expect(documentedKeys('rest', 'ExchangeInformationResponse')).toContain('symbols[].filters[].tickSize');
    expect(documentedKeys('rest', 'OrderBookResponse')).toEqual(['E', 'T', 'asks', 'bids', 'lastUpdateId']);
    expect(documentedKeys('streams', 'KlineCandlestickStreamsResponse')).toContain('k.V');
    expect(documentedKeys('ws-api', 'OrderBookResponse')).toContain('result.lastUpdateId');
    expect(() => documentedKeys('rest', 'NoSuchResponse')).toThrow('no type NoSuchResponse');
  });

  it('finds an answer in order, as one object or as a list of them', () => {
    expect(documentedDifferences(MARK, 'rest', 'MarkPriceResponse')).toEqual([]);
    expect(documentedDifferences([MARK, MARK], 'rest', 'MarkPriceResponse')).toEqual([]);
  });

  it('names keys that are missing, of another kind, or not documented', () => {
    const { symbol, ...rest } = MARK;
    expect(symbol).toBe('BTCUSDT');
    const answer = { ...rest, markPrice: 1, st: 1, ps: 'x' };
    expect(documentedDifferences(answer, 'rest', 'MarkPriceResponse', ['st'])).toEqual([
      'symbol is missing',
      'markPrice is a number, documented is string',
      'ps is not documented',
    ]);
    expect(documentedDifferences([], 'rest', 'MarkPriceResponse2')).toEqual([
      '[] has no rows, or one that is no object',
    ]);
  });
});
