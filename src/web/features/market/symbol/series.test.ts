import { describe, expect, it } from 'vitest';
import type { CandleRow } from '#web/api/market/read-candles.ts';
import { bodyOf, requestsMax } from '../history/fetch-plan.ts';
import { millions } from '../market-rows.ts';
import { joined } from './series.ts';

const row = (minute: number, close = '1'): CandleRow => ({
  time: new Date(minute * 60_000).toISOString(),
  open: '1',
  high: '2',
  low: '1',
  close,
});

describe('a series of candles', () => {
  it('a series joins its pages oldest candle first', () => {
    expect(joined([[row(5), row(6)], [row(3), row(4)], [row(2)]], [])).toEqual([2, 3, 4, 5, 6].map((at) => row(at)));
  });

  it('newer candles replace loaded ones', () => {
    expect(joined([[row(5), row(6)]], [row(6, '9'), row(7)])).toEqual([row(5), row(6, '9'), row(7)]);
  });
});

describe('the request for a download', () => {
  const PRESENT = '2025-05-26T05:35:00.000Z';
  const wish = { period: '7d', from: '', to: '', symbol: 'ETHUSDT' } as const;

  it('a period counts whole days back from market time', () => {
    expect(bodyOf(wish, PRESENT)).toEqual({ symbols: ['ETHUSDT'], dateFrom: '2025-05-19', dateTo: null });
    expect(requestsMax(wish, PRESENT, 49)).toBe(Math.ceil((7 * 1_440 + 335) / 499));
    expect(requestsMax({ ...wish, symbol: null }, PRESENT, 49)).toBe(49 * 21);
  });

  it('chosen dates include the last day, and no end means now', () => {
    const own = { ...wish, period: 'own', from: '2025-05-01', to: '2025-05-01' } as const;
    expect(bodyOf(own, PRESENT)).toEqual({ symbols: ['ETHUSDT'], dateFrom: '2025-05-01', dateTo: '2025-05-01' });
    expect(requestsMax(own, PRESENT, 49)).toBe(3);
    expect(bodyOf({ ...own, to: '' }, PRESENT)?.dateTo).toBeNull();
    expect(bodyOf({ ...own, from: '' }, PRESENT)).toBeNull();
    expect(requestsMax({ ...own, to: '2025-04-01' }, PRESENT, 49)).toBeNull();
  });

  it('a download of gaps only has no dates', () => {
    const gaps = { ...wish, period: 'gaps' } as const;
    expect([bodyOf(gaps, PRESENT)?.dateFrom, requestsMax(gaps, PRESENT, 49)]).toEqual([null, null]);
  });
});

describe('turnover', () => {
  it.each([
    ['17214105994', '17214.1'],
    ['1234567', '1.2'],
    ['99999', '0.0'],
    [null, null],
  ])('a turnover of %s USDT reads %s millions', (text, told) => expect(millions(text)).toBe(told));
});
