import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { ticks } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { gridOf, type Instrument, parsePrice, priceText } from '#engine/model/instrument.ts';
import type { BookQuote } from '#ports/quotes.ts';
import { DOGE, ETH } from '../../../../tests/support/market.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { bookTickerReader } from './book-ticker.ts';

const SEED = SEED_OF_RUN;
const CASES = 20_000;

const BNB: Instrument = { ...ETH, symbol: 'BNBUSDT', tick: gridOf('0.0001') };
const COARSE: Instrument = { ...ETH, symbol: 'COARSEUSDT', tick: gridOf('0.5') };
const LISTED = [ETH, DOGE, BNB, COARSE];
const read = bookTickerReader(LISTED);

const MESSAGE =
  '{"e":"bookTicker","u":400900217,"E":1568014460893,"T":1568014460891,"s":"BNBUSDT","b":"25.35190000","B":"31.21000000","a":"25.36520000","A":"40.66000000"}';

const quoteOf = (text: string): BookQuote | null => {
  const quote = read(Buffer.from(text));
  return quote === null ? null : { ...quote };
};

describe('the reader of book tickers', () => {
  it('reads the example of the exchange into whole ticks', () => {
    expect(quoteOf(MESSAGE)).toEqual({ symbol: 2, bid: 253_519, ask: 253_652, at: 1_568_014_460_893 });
  });

  it('reads the quote of a contract whose name is not ASCII', () => {
    const reader = bookTickerReader([{ ...BNB, symbol: '龙虾USDT' }]);
    expect(reader(Buffer.from(MESSAGE.replace('BNBUSDT', '龙虾USDT')))).toMatchObject({ bid: 253_519, ask: 253_652 });
    expect(reader(Buffer.from(MESSAGE.replace('BNBUSDT', '龙虎USDT')))).toBeNull();
  });

  it('reads keys in any order, uses the last of two equal keys, and skips unknown ones', () => {
    const text = '{"ps":"X","a":"2.0","a":"2.5","new":"","b":"2","st":0,"s":"COARSEUSDT","E":7,"z":1,"e":"bookTicker"}';
    expect(quoteOf(text)).toEqual({ symbol: 3, bid: 4, ask: 5, at: 7 });
  });

  it.each([
    ['another event', '"bookTicker"', '"bookTickes"'],
    ['a symbol that is not listed', 'BNBUSDT', 'BNBUSDC'],
    ['a price off the tick grid', '25.35190000', '25.35195000'],
    ['a side without a price', '25.35190000', '0.00000000'],
    ['a bid above the ask', '25.35190000', '25.36530000'],
    ['a negative price', '25.35190000', '-25.3519'],
    ['a price with an exponent', '25.35190000', '2535190e-5'],
    ['a price with two points', '25.35190000', '25.35.19'],
    ['a price that begins with its point', '25.35190000', '.3519'],
    ['a price that ends with its point', '25.35190000', '25.'],
    ['a price with an idle zero in front', '25.35190000', '025.3519'],
    ['a price beyond 2^53', '25.36520000', '900719925474.1'],
    ['a price longer than any', '25.35190000', '25.3519000000000000000'],
    ['an empty price', '25.35190000', ''],
    ['a price that is a number', '"25.35190000"', '25'],
    ['a time that is a text', '1568014460893', '"1568014460893"'],
    ['a time beyond what a clock shows', '1568014460893', '1568014460893000'],
    ['white space', ',"u"', ', "u"'],
    ['an escape', 'BNBUSDT', 'BNB\\u0055SDT'],
    ['a control character', '"T":', '"\n":'],
    ['something nested', '400900217', '[1]'],
    ['a fraction', '400900217', '4.5'],
    ['a number with an idle zero in front', '400900217', '0400900217'],
    ['a missing price', '"b":"25.35190000",', ''],
    ['another key in the place of a price', '"b":', '"c":'],
    ['another key in the place of the time', '"E":', '"F":'],
    ['another key in the place of the symbol', '"s":', '"z":'],
    ['a missing time', '"E":1568014460893,', ''],
    ['a missing comma', ',"u"', '"u"'],
    ['a missing quote', '"40.66000000"}', '"40.66000000}'],
    ['something behind the end', '"40.66000000"}', '"40.66000000"} '],
  ])('refuses %s', (_, from, to) => {
    expect(MESSAGE).toContain(from);
    expect(quoteOf(MESSAGE)).not.toBeNull(); // An earlier message must leave no state behind.
    expect(quoteOf(MESSAGE.replace(from, to))).toBeNull();
  });

  it.each(['', '{', '{}', '[]', 'null', '{"e":"bookTicker"}', '{"e"', '{"e":', '{"e":"', '{"E":1'])(
    'refuses %j',
    (text) => expect(quoteOf(text)).toBeNull(),
  );

  it(`reads every message of the exchange, and damaged ones only as JSON.parse does, seed ${SEED}`, () => {
    const seen = { taken: 0, refused: 0 };
    for (let index = 0; index < CASES; index += 1) {
      const dice = chance(SEED + index);
      const text = randomMessage(dice);
      expect(quoteOf(text), text).toEqual(byJson(text));
      expect(quoteOf(text), text).not.toBeNull();
      const damaged = damage(text, dice);
      const quote = quoteOf(damaged);
      if (quote !== null) expect(quote, damaged).toEqual(byJson(damaged));
      seen[quote === null ? 'refused' : 'taken'] += 1;
    }
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(CASES / 10);
  });
});

function randomMessage(dice: Chance): string {
  const instrument = dice.pick(LISTED);
  const bid = dice.between(1, dice.pick([9, 9_999, 999_999_999]));
  const [low, high] = [bid, bid + dice.between(0, 3)].map((price) => priceText(instrument, ticks(price)));
  const idle = dice.pick(['', '0', '000']);
  const members = [
    '"e":"bookTicker"',
    `"u":${dice.between(0, 1e12)}`,
    `"E":${dice.between(1, 2e12)}`,
    `"s":"${instrument.symbol}"`,
    `"b":"${low}${instrument.tick.decimals === 0 ? '' : idle}"`,
    `"B":"${dice.between(0, 99)}.5"`,
    `"a":"${high}"`,
  ];
  const first = dice.between(0, members.length - 1);
  return `{${[...members.slice(first), ...members.slice(0, first)].join()}}`;
}

/** The message with one or two bytes removed, added or replaced by bytes that occur in JSON and prices. */
function damage(text: string, dice: Chance): string {
  let damaged = text;
  for (let count = dice.between(1, 2); count > 0; count -= 1) {
    const place = dice.between(0, damaged.length);
    const [removed, added] = dice.pick([
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const);
    const letter = dice.pick([...'{}[]",:.-+eE01759 \\abs\n\u00e9']);
    damaged = damaged.slice(0, place) + (added === 1 ? letter : '') + damaged.slice(place + removed);
  }
  return damaged;
}

/** The simple implementation: JSON.parse, then the price parser that all other code uses. */
function byJson(text: string): BookQuote | null {
  const message = JSON.parse(text) as Record<string, unknown>; // Every member is checked below.
  const symbol = LISTED.findIndex((instrument) => instrument.symbol === message['s']);
  const { b, a, E } = message;
  if (message['e'] !== 'bookTicker' || symbol < 0) return null;
  if (typeof b !== 'string' || typeof a !== 'string' || typeof E !== 'number') return null;
  const [bid, ask] = [b, a].map((price) => parsePrice(at(LISTED, symbol), price));
  return bid == null || ask == null ? null : { symbol, bid, ask, at: instantOf(E) };
}
