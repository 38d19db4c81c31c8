import { expect, test } from 'vitest';
import { openClient } from '../../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, writtenMarket } from '../../../../tests/support/written-market.ts';
import { openExchange } from '../../exchange/open-exchange.ts';
import { makeStream } from './make-stream.ts';
import type { StreamSources } from './market-stream.ts';
import { streamSpec } from './stream-name.ts';

/** ETH at 2000, halted after a minute; the books are those of an exchange on which a client has orders. */
function world() {
  const { market, script } = writtenMarket(['ETHUSDT']);
  script.trade('ETHUSDT', 0, '2000');
  script.halt('ETHUSDT', 60);
  const exchange = openExchange({ market, startAt: MARKET_START });
  const sources: StreamSources = {
    market,
    tape: { follow: () => {}, leave: () => {}, advance: () => {}, pulse: () => ({ count: 0, fresh: [] }) },
    books: {
      book: (symbol, _now, levels = 20) => exchange.book(symbol, levels, 'public'),
      improved: (symbol) => exchange.book(symbol, 20, 'improved'),
      revision: (symbol) => exchange.bookRevision(symbol),
    },
    liquidations: { count: () => 0, latest: () => null },
  };
  return {
    client: openClient(exchange, { deposit: '100000' }),
    open(name: string) {
      const spec = streamSpec(name);
      if (spec === null) throw new Error(`${name} is a stream`);
      const stream = makeStream(spec, sources, { now: MARKET_START, spoil: (_symbol, words) => [words] });
      return (seconds: number) =>
        stream
          .tell({ now: afterS(seconds), paceMs: seconds * 1_000, isConflated: false, isOver: () => false })
          .map((text) => JSON.parse(text));
    },
  };
}

test('orders of retail price improvement are told by the stream of the book that has them, and by no other', () => {
  const { client, open } = world();
  const [improved, ordinary] = [open('ethusdt@rpiDepth@500ms'), open('ethusdt@depth@500ms')];
  client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '2', price: '2000', timeInForce: 'RPI' });
  expect(improved(1)).toMatchObject([
    { e: 'depthUpdate', s: 'ETHUSDT', b: expect.arrayContaining([['2000.00', '2.000']]) },
  ]);
  expect(ordinary(1)).toMatchObject([{ b: [], a: [] }]);
});

test('a contract is told of when it is halted, once, and not before', () => {
  const tell = world().open('!contractInfo');
  expect(tell(59)).toEqual([]);
  expect(tell(60)).toMatchObject([{ e: 'contractInfo', s: 'ETHUSDT', ct: 'PERPETUAL', cs: 'SETTLING', st: 1 }]);
  expect(tell(61)).toEqual([]);
});
