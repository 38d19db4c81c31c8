import { formatDecimal } from '#base/decimal.ts';
import type { Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { SimulatedMarket } from '../../market/market.ts';
import { type MarketStream, ST_USDT_MARGINED, type StreamSources } from './market-stream.ts';

/** `markPrice` of one symbol. */
export function markStream(
  { symbol, everyMs }: { readonly symbol: string; readonly everyMs: number },
  { market }: StreamSources,
): MarketStream {
  return {
    follows: [],
    everyMs,
    tell({ now }) {
      const message = markMessage(market, symbol, now);
      return message === null ? [] : [JSON.stringify(message)];
    },
  };
}

/** `!markPrice@arr`: all symbols that have a market. */
export function marksStream({ everyMs }: { readonly everyMs: number }, { market }: StreamSources): MarketStream {
  return {
    follows: [],
    everyMs,
    tell({ now }) {
      const messages = [...market.symbols.keys()].map((symbol) => markMessage(market, symbol, now));
      return [JSON.stringify(messages.filter((message) => message !== null))];
    },
  };
}

const MARK_DECIMALS = 8;

/**
 * The average mark (`ap`) is the mark itself, which is already smooth; the estimated settlement price (`P`), which
 * matters only in the last hour before a delivery, is the index.
 */
function markMessage(market: SimulatedMarket, symbol: string, now: Instant): object | null {
  const instrument = market.symbols.get(symbol)?.instrument;
  const premium = market.premium(symbol, now);
  if (instrument === undefined || premium === null) return null;
  const [mark, index] = [eightDecimals(premium.mark, instrument), eightDecimals(premium.index, instrument)];
  return {
    e: 'markPriceUpdate',
    E: now,
    s: symbol,
    p: mark,
    ap: mark,
    i: index,
    P: index,
    r: formatDecimal(premium.nextRate, MARK_DECIMALS),
    T: premium.nextTime,
    st: ST_USDT_MARGINED,
  };
}

function eightDecimals(price: Ticks, { tick }: Instrument): string {
  return formatDecimal(price * tick.units * 10 ** (MARK_DECIMALS - tick.decimals), MARK_DECIMALS);
}
