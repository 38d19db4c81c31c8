import { expect, test } from 'vitest';
import { at } from '#base/assert.ts';
import { type Instant, later, MINUTE_MS, SECOND_MS, startOf } from '#base/time.ts';
import { openClient } from '../../../../tests/support/exchange-client.ts';
import { MARKET_START, simulatedMarket } from '../../../../tests/support/simulated-market.ts';
import type { SimulatedMarket } from '../../market/market.ts';
import { foldedTrades } from '../../market/tape/folded-trades.ts';
import { openExchange } from '../open-exchange.ts';

const SYMBOL = 'ETHUSDT';
const BEGIN = startOf(MARKET_START, MINUTE_MS);
const END = later(BEGIN, 6 * MINUTE_MS);
const ALL = { symbol: null, from: null, to: null, fromId: null, limit: 10_000 };

/** Takes twice, and rests close to the price on both sides, so that the market goes through some of the orders. */
function traded(market: SimulatedMarket) {
  const exchange = openExchange({ market, startAt: BEGIN });
  const client = openClient(exchange, { deposit: '1000000' });
  for (let minute = 0; minute < 5; minute += 1) {
    exchange.advance(later(BEGIN, minute * MINUTE_MS + 20 * SECOND_MS));
    const last = (market.last(SYMBOL, exchange.now()) ?? 0) / 100;
    client.order({ symbol: SYMBOL, side: 'BUY', quantity: '40' });
    for (const away of [0.2, 0.4, 0.6]) {
      client.order({ symbol: SYMBOL, side: 'BUY', quantity: '0.5', price: (last - away).toFixed(2) });
      client.order({ symbol: SYMBOL, side: 'SELL', quantity: '0.5', price: (last + away).toFixed(2) });
    }
    client.order({ symbol: SYMBOL, side: 'SELL', quantity: '40' });
  }
  exchange.advance(END);
  return { exchange, trades: exchange.trades(client.id, ALL) };
}

const tapeOf = (market: SimulatedMarket, until: Instant = END) => market.tape(SYMBOL, later(BEGIN, -1), until);

function candlesOf(market: SimulatedMarket) {
  const query = { series: 'last', interval: '1m', startTime: BEGIN, endTime: null, limit: 6 } as const;
  return market.klines(SYMBOL, query, END);
}

test('what an account takes is printed at its prices, what it makes is a part of the trade that met it, each under the id of its fill', () => {
  const market = simulatedMarket([SYMBOL]);
  const { trades } = traded(market);
  const tape = tapeOf(market);
  const made = trades.filter(({ isMaker }) => isMaker);
  expect(made.length).toBeGreaterThan(5);
  for (const { time, price, quantity, side, isMaker } of trades) {
    const takerSide = isMaker === (side === 'BUY') ? 'SELL' : 'BUY';
    const same = tape.filter((print) => print.time === time && print.price === price && print.takerSide === takerSide);
    expect(same.reduce((sum, print) => sum + print.quantity, 0)).toBeGreaterThanOrEqual(quantity);
  }
  // Each fill is a trade of the tape, under the id that its owner is told.
  for (const { tradeId, ...fill } of trades) {
    const takerSide = fill.isMaker === (fill.side === 'BUY') ? 'SELL' : 'BUY';
    const { time, price, quantity } = fill;
    expect(tape.find(({ firstId }) => firstId === tradeId)).toMatchObject({
      ...{ time, price, quantity, takerSide },
      lastId: tradeId,
    });
  }
  // Only what was taken comes in addition to the market's own volume.
  const volumeOf = (rows: readonly { readonly quantity: number }[]) => rows.reduce((sum, row) => sum + row.quantity, 0);
  const taken = trades.filter(({ isMaker }) => !isMaker);
  expect(volumeOf(tape)).toBe(volumeOf(market.trades(SYMBOL, later(BEGIN, -1), END)) + volumeOf(taken));
});

test('the tape with trades of accounts has consecutive ids, and its candles, tickers and last price are its sums', () => {
  const market = simulatedMarket([SYMBOL]);
  traded(market);
  const tape = tapeOf(market);
  expect(tape.map(({ id }) => id)).toEqual(tape.map((_, index) => at(tape, 0).id + index));
  for (const [index, { firstId, lastId, quantity, time }] of tape.entries()) {
    if (index > 0) expect([firstId, time >= at(tape, index - 1).time]).toEqual([at(tape, index - 1).lastId + 1, true]);
    expect(lastId - firstId + 1).toBeLessThanOrEqual(quantity);
  }
  for (const kline of candlesOf(market).slice(0, 5)) {
    const { candle } = foldedTrades(
      kline.time,
      tape.filter(({ time }) => time >= kline.time && time <= kline.closeTime),
    );
    expect(kline).toMatchObject(candle);
    expect(market.numberedKline(SYMBOL, { interval: '1m', start: kline.time }, END)).toEqual({
      ...kline,
      firstId: tape.find(({ time }) => time >= kline.time)?.firstId,
      lastId: tape.findLast(({ time }) => time <= kline.closeTime)?.lastId,
    });
  }
  expect(market.last(SYMBOL, END)).toBe(tape.at(-1)?.price);
  expect(market.tradesFrom(SYMBOL, at(tape, 0).id, tape.length, END)).toEqual(tape);
  expect(market.dayTicker(SYMBOL, END)?.lastId).toBe(tape.at(-1)?.lastId);
});

test('the tape is the same after a restart from a snapshot, and when the same commands are replayed', () => {
  const market = simulatedMarket([SYMBOL]);
  const { exchange } = traded(market);
  const stored = JSON.parse(JSON.stringify(exchange.snapshot()));
  const [restarted, replayed] = [simulatedMarket([SYMBOL]), simulatedMarket([SYMBOL])];
  openExchange({ market: restarted, snapshot: stored });
  traded(replayed);
  for (const other of [restarted, replayed]) {
    expect(tapeOf(other)).toEqual(tapeOf(market));
    expect(candlesOf(other)).toEqual(candlesOf(market));
  }
});
