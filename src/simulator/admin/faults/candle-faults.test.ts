import { describe, expect, it } from 'vitest';
import { CANDLE_FAULTS, openCandleFaults, spoiledRows } from './candle-faults.ts';

const words = {
  openTime: 60_000,
  closeTime: 119_999,
  open: '10.1',
  high: '10.5',
  low: '10.0',
  close: '10.2',
  volume: '3',
};
const request = { method: 'GET', path: '/fapi/v1/klines', params: new Map([['symbol', 'ETHUSDT']]), accountId: null };

describe('candle faults', () => {
  it.each(CANDLE_FAULTS)('spoil the next candle and no other: %s', (fault) => {
    const faults = openCandleFaults();
    faults.next('ETHUSDT', fault, 1);
    expect(faults.spoil('BTCUSDT', words)).toEqual([words]);
    expect(faults.spoil('ETHUSDT', words)).not.toEqual([words]);
    expect(faults.spoil('ETHUSDT', words)).toEqual([words]);
  });

  it('corrupts the newest rows of an answer and leaves the rest unchanged', () => {
    const faults = openCandleFaults();
    faults.next(null, 'nan', 1);
    const row = (time: number): unknown[] => [time, '1', '3', '1', '2', '9', time + 59_999, '18', 4, '5', '6', '0'];
    const body = JSON.stringify([row(0), row(60_000)]);
    const bad = row(60_000).with(4, 'NaN');
    expect(JSON.parse(spoiledRows(faults, request, body))).toEqual([row(0), bad]);
    expect(spoiledRows(faults, request, body)).toBe(body);
  });

  it('leaves refusals and other calls unchanged', () => {
    const faults = openCandleFaults();
    faults.next(null, 'missing', 9);
    expect(spoiledRows(faults, request, '{"code":-1121}')).toBe('{"code":-1121}');
    expect(spoiledRows(faults, { ...request, path: '/fapi/v1/depth' }, '[[1]]')).toBe('[[1]]');
  });
});
