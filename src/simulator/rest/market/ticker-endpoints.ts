import { formatDecimal } from '#base/decimal.ts';
import { multiplyDivide, subtract } from '#base/exact.ts';
import { priceText, quantityText } from '#engine/model/instrument.ts';
import { meanPriceText, quoteVolumeText } from '../../market/bars/quote-volume.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { type MarketMoment, open, weightByName } from './market-call.ts';
import { oneOrAll } from './symbol-list.ts';

/** Current prices and 24-hour statistics. */
export const tickerEndpoints: readonly Endpoint[] = [
  open('/fapi/v1/ticker/price', weightByName(1, 2), oneOrAll(presentPrice)),
  open('/fapi/v2/ticker/price', weightByName(1, 2), oneOrAll(presentPrice)),
  open('/fapi/v1/ticker/bookTicker', weightByName(2, 5), oneOrAll(presentBest)),
  open('/fapi/v1/ticker/24hr', weightByName(1, 40), oneOrAll(presentDay)),
];

function presentPrice({ instrument }: ListedSymbol, { market, now }: MarketMoment): object | null {
  const last = market.last(instrument.symbol, now);
  return last === null ? null : { symbol: instrument.symbol, price: priceText(instrument, last), time: now };
}

/** A halted symbol has no best prices: zeros. */
function presentBest({ instrument }: ListedSymbol, { book: bookOf, now }: MarketMoment): object | null {
  const { symbol } = instrument;
  const book = bookOf(symbol, 1);
  if (book === null) return null;
  const [bid, ask] = [book.bids[0], book.asks[0]];
  return {
    lastUpdateId: book.updateId, // Documented for the WebSocket API only.
    symbol,
    bidPrice: bid === undefined ? '0' : priceText(instrument, bid.price),
    bidQty: bid === undefined ? '0' : quantityText(instrument, bid.quantity),
    askPrice: ask === undefined ? '0' : priceText(instrument, ask.price),
    askQty: ask === undefined ? '0' : quantityText(instrument, ask.quantity),
    time: now,
  };
}

function presentDay({ instrument }: ListedSymbol, { market, now }: MarketMoment): object | null {
  const ticker = market.dayTicker(instrument.symbol, now);
  if (ticker === null) return null;
  const change = subtract(ticker.last, ticker.open);
  return {
    symbol: instrument.symbol,
    priceChange: priceText(instrument, change),
    priceChangePercent: formatDecimal(multiplyDivide(change, 100_000, ticker.open, 'half-up'), 3),
    weightedAvgPrice: meanPriceText(instrument, ticker.quoteVolume, ticker.volume),
    lastPrice: priceText(instrument, ticker.last),
    lastQty: quantityText(instrument, ticker.lastQuantity),
    openPrice: priceText(instrument, ticker.open),
    highPrice: priceText(instrument, ticker.high),
    lowPrice: priceText(instrument, ticker.low),
    volume: quantityText(instrument, ticker.volume),
    quoteVolume: quoteVolumeText(ticker.quoteVolume),
    openTime: ticker.openTime,
    closeTime: ticker.closeTime,
    firstId: ticker.firstId,
    lastId: ticker.lastId,
    count: ticker.trades,
  };
}
