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

describe('the fields documented by the official client', () => {
  it('are listed by path, through lists and for every interface', () => {
    expect(documentedKeys('rest', 'ExchangeInformationResponse')).toContain('symbols[].filters[].tickSize');
    expect(documentedKeys('rest', 'OrderBookResponse')).toEqual(['E', 'T', 'asks', 'bids', 'lastUpdateId']);
    expect(documentedKeys('streams', 'KlineCandlestickStreamsResponse')).toContain('k.V');
    expect(documentedKeys('ws-api', 'OrderBookResponse')).toContain('result.lastUpdateId');
    expect(() => documentedKeys('rest', 'NoSuchResponse')).toThrow('no type NoSuchResponse');
  });

  it('match a correct answer, whether it is one object or a list', () => {
    expect(documentedDifferences(MARK, 'rest', 'MarkPriceResponse')).toEqual([]);
    expect(documentedDifferences([MARK, MARK], 'rest', 'MarkPriceResponse')).toEqual([]);
  });

  it('reveal fields that are missing, of another type or undocumented', () => {
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
