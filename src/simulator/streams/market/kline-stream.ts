import { steps, ticks } from '#base/exact.ts';
import { type Instant, later } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { intervalEnd, intervalStart } from '../../market/bars/intervals.ts';
import { quoteVolumeText } from '../../market/bars/quote-volume.ts';
import type { KlineInterval, NumberedKline } from '../../market/market.ts';
import type { MarketStream, StreamSources } from './market-stream.ts';

/** The fields of a candle message that faults can corrupt. */
export interface CandleWords {
  readonly openTime: number;
  readonly closeTime: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** Corrupts the candles of a symbol while a fault is active; each candle becomes none, one or several. */
export type SpoilCandle = (symbol: string, words: CandleWords) => readonly CandleWords[];

const EVERY_MS = 250;

interface KlineSpec {
  readonly kind: 'kline' | 'continuous-kline';
  readonly symbol: string;
  readonly interval: KlineInterval;
}

/** `kline` or `continuousKline` of one symbol and interval: the open candle whenever it is traded, and each close. */
export function klineStream(
  { kind, symbol, interval }: KlineSpec,
  { market, tape }: StreamSources,
  { now, spoil }: { readonly now: Instant; readonly spoil: SpoilCandle },
): MarketStream {
  const instrument = market.symbols.get(symbol)?.instrument;
  if (instrument === undefined) return { follows: [], everyMs: EVERY_MS, tell: () => [] };
  const message = kind === 'kline' ? klineMessage : continuousMessage;
  let open = intervalStart(interval, now);
  let told = tape.pulse(symbol).count;
  const texts = (kline: NumberedKline, eventTime: Instant): readonly string[] =>
    spoil(symbol, wordsOf(kline, instrument)).map((words) =>
      JSON.stringify(message({ kline, words, instrument, interval, eventTime })),
    );
  return {
    follows: [symbol],
    everyMs: EVERY_MS,
    tell(beat) {
      const { count } = tape.pulse(symbol);
      if (count === told) return [];
      told = count;
      const kline = market.openKline(symbol, interval, beat.now);
      return kline === null ? [] : texts(kline, beat.now);
    },
    atMinute(minute) {
      if (minute < intervalEnd(interval, open)) return [];
      const closed = market.numberedKline(symbol, { interval, start: open }, minute);
      open = intervalStart(interval, minute);
      return closed === null ? [] : texts(closed, later(closed.closeTime, 1));
    },
  };
}

function wordsOf(kline: NumberedKline, instrument: Instrument): CandleWords {
  return {
    openTime: kline.time,
    closeTime: kline.closeTime,
    open: priceText(instrument, ticks(kline.open)),
    high: priceText(instrument, ticks(kline.high)),
    low: priceText(instrument, ticks(kline.low)),
    close: priceText(instrument, ticks(kline.close)),
    volume: quantityText(instrument, steps(kline.volume)),
  };
}

interface KlineMessage {
  readonly kline: NumberedKline;
  readonly words: CandleWords;
  readonly instrument: Instrument;
  readonly interval: KlineInterval;
  readonly eventTime: Instant;
}

function klineMessage(told: KlineMessage): object {
  const { symbol } = told.instrument;
  return { e: 'kline', E: told.eventTime, s: symbol, k: { ...candleFields(told), s: symbol } };
}

/** Every listed contract is perpetual and has the name of its pair. */
function continuousMessage(told: KlineMessage): object {
  const { symbol } = told.instrument;
  return { e: 'continuous_kline', E: told.eventTime, ps: symbol, ct: 'PERPETUAL', k: candleFields(told) };
}

/** Without trades the first and last trade id are −1, as on the exchange. */
function candleFields({ kline, words, instrument, interval }: KlineMessage): object {
  return {
    t: words.openTime,
    T: words.closeTime,
    i: interval,
    f: kline.firstId ?? -1,
    L: kline.lastId ?? -1,
    o: words.open,
    c: words.close,
    h: words.high,
    l: words.low,
    v: words.volume,
    n: kline.trades,
    x: kline.isClosed,
    q: quoteVolumeText(kline.quoteVolume),
    V: quantityText(instrument, steps(kline.takerBuyVolume)),
    Q: quoteVolumeText(kline.takerBuyQuoteVolume),
    B: '0',
  };
}
