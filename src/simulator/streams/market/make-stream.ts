import { unreachable } from '#base/assert.ts';
import type { Instant } from '#base/time.ts';
import { bookTickerStream, bookTickersStream } from './book-stream.ts';
import { contractInfoStream } from './contract-info-stream.ts';
import { depthStream, rpiDepthStream } from './depth-stream.ts';
import { forceOrderStream, forceOrdersStream } from './force-order-stream.ts';
import { klineStream, type SpoilCandle } from './kline-stream.ts';
import { markStream, marksStream } from './mark-stream.ts';
import type { MarketStream, StreamSources } from './market-stream.ts';
import type { StreamSpec } from './stream-name.ts';
import { tickerStream, tickersStream } from './ticker-stream.ts';
import { tradeStream } from './trade-stream.ts';

/** Creates the stream of a specification, starting at this instant. */
export function makeStream(
  spec: StreamSpec,
  sources: StreamSources,
  start: { readonly now: Instant; readonly spoil: SpoilCandle },
): MarketStream {
  switch (spec.kind) {
    case 'kline':
    case 'continuous-kline':
      return klineStream(spec, sources, start);
    case 'mini-ticker':
    case 'ticker':
      return tickerStream({ kind: spec.kind, symbol: spec.symbol }, sources);
    case 'mini-tickers':
      return tickersStream('mini-ticker', sources);
    case 'tickers':
      return tickersStream('ticker', sources);
    case 'agg-trade':
    case 'trade':
      return tradeStream({ kind: spec.kind, symbol: spec.symbol }, sources);
    case 'force-order':
      return forceOrderStream(spec, sources);
    case 'force-orders':
      return forceOrdersStream(sources);
    case 'mark-price':
      return markStream(spec, sources);
    case 'mark-prices':
      return marksStream(spec, sources);
    case 'book-ticker':
      return bookTickerStream(spec, sources);
    case 'book-tickers':
      return bookTickersStream(sources);
    case 'depth':
      return depthStream(spec, sources, start.now);
    case 'rpi-depth':
      return rpiDepthStream(spec, sources, start.now);
    case 'contract-infos':
      return contractInfoStream(sources, start.now);
    default:
      return unreachable(spec);
  }
}
