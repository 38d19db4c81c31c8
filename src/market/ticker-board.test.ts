import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { ticks } from '#base/exact.ts';
import { later } from '#base/time.ts';
import { playedSource } from '../../tests/support/played-source.ts';
import { until } from '../../tests/support/until.ts';
import { openTickerBoard, type TickerBoard } from './ticker-board.ts';

let board: TickerBoard | null = null;
afterEach(() => board?.close());

describe('the ticker board', () => {
  it('starts with the exchange’s answers and follows the streams', async () => {
    const source = playedSource({ symbols: ['BTCUSDT', 'ETHUSDT'] });
    board = openTickerBoard(source, () => {});
    await board.ready;
    const [first] = await source.tickers();
    if (first === undefined) throw new Error('no ticker');
    expect(board.ticker('BTCUSDT')).toEqual(first);
    expect(board.mark('ETHUSDT')).toMatchObject({ symbol: 'ETHUSDT', at: first.at });
    expect(board.ticker('NOSUCHUSDT')).toBeNull();

    const next = { ...first, last: ticks(first.last + 1), at: later(first.at, 1_000) };
    source.tell({ kind: 'tickers', tickers: [next] });
    expect(board.ticker('BTCUSDT')).toEqual(next);
    source.tell({ kind: 'tickers', tickers: [first] });
    expect(board.ticker('BTCUSDT')).toEqual(next);
    source.advance(1);
    expect(board.mark('ETHUSDT')?.at).toBe(later(first.at, 60_000));
  });

  it('opens without the exchange and is filled when the streams are back', async () => {
    const source = playedSource({ symbols: ['BTCUSDT'] });
    const told: string[] = [];
    source.failure = new AppError('EXCHANGE_UNAVAILABLE', 'The exchange does not answer.', { isRetryable: true });
    board = openTickerBoard(source, (line) => told.push(line));
    await board.ready;
    expect([...board.tickers(), ...board.marks()]).toEqual([]);
    expect(told).toEqual(['The exchange does not answer.']);
    source.failure = null;
    source.tell({ kind: 'gap' });
    await until(() => board?.ticker('BTCUSDT') !== null && board?.mark('BTCUSDT') !== null, 'ticker and mark');
    expect([...board.tickers().keys(), ...board.marks().keys()]).toEqual(['BTCUSDT', 'BTCUSDT']);
  });
});
