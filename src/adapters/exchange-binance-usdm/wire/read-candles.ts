import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { isDecimal } from '#base/decimal.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { CandleText } from '#ports/market-source.ts';
import { answerError } from '../transport/exchange-error.ts';
import { readNearestPrice, readPrice, readVolume } from './read-decimal.ts';
import { isWireDecimal, isWireTime } from './read-shape.ts';
import { KLINES_MAX, type KlineRow } from './wire-market.ts';

/**
 * Reads a page of candles and checks that opens are aligned and ascending, none is later than `latest`, and close times
 * match.
 * @param latest - no candle can open later
 * @throws ExchangeError `answer`
 */
export function readKlineRows(value: unknown, interval: CandleInterval, latest: Instant): readonly KlineRow[] {
  if (!isPage(value)) throw answerError('candles of an unknown shape');
  const length = CANDLE_LENGTH_MS[interval];
  let before = Number.NEGATIVE_INFINITY;
  for (const [open, , , , , , close] of value) {
    if (!isOpen(open, interval)) throw answerError('a candle that opens between two');
    if (close !== open + length - 1) throw answerError('a candle of another length');
    if (open <= before) throw answerError('candles twice or out of order');
    if (open > latest) throw answerError('a candle from the future');
    before = open;
  }
  return value;
}

/** Checked by hand: a year of a contract's minutes has half a million rows, for which a schema takes as long as the parser. */
function isPage(value: unknown): value is readonly KlineRow[] {
  if (!Array.isArray(value) || value.length > KLINES_MAX) return false;
  for (const row of value) if (!isRow(row)) return false; // Unlike `every`, this sees holes.
  return true;
}

function isRow(row: unknown): row is KlineRow {
  if (!Array.isArray(row)) return false;
  const [openTime, open, high, low, close, volume, closeTime] = row;
  const isTimed = isWireTime(openTime) && isWireTime(closeTime);
  return isTimed && [open, high, low, close, volume].every(isWireDecimal);
}

function isOpen(time: number, interval: CandleInterval): boolean {
  return (time - gridBegin(interval)) % CANDLE_LENGTH_MS[interval] === 0;
}

/** A candle on its instrument's grid. @throws ExchangeError `answer` or `off-grid` */
export function readCandle(instrument: Instrument, row: KlineRow): Candle {
  const [time, open, high, low, close, volume] = row;
  return checked(instrument.symbol, {
    time: instantOf(time),
    open: readPrice(instrument, open),
    high: readPrice(instrument, high),
    low: readPrice(instrument, low),
    close: readPrice(instrument, close),
    volume: readVolume(instrument, volume),
  });
}

/**
 * A minute of the mark. Marks are finer than the grid and are rounded to the nearest tick; they have no volume.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Mark-Price-Kline-Candlestick-Data
 * @throws ExchangeError `answer`
 */
export function readMarkCandle(instrument: Instrument, [time, open, high, low, close]: KlineRow): Candle {
  return checked(instrument.symbol, {
    time: instantOf(time),
    open: readNearestPrice(instrument, open),
    high: readNearestPrice(instrument, high),
    low: readNearestPrice(instrument, low),
    close: readNearestPrice(instrument, close),
    volume: 0,
  });
}

function checked(symbol: string, candle: Candle): Candle {
  const { open, high, low, close } = candle;
  if (low > Math.min(open, close) || high < Math.max(open, close)) {
    throw answerError(`a candle of ${symbol} whose high and low do not enclose it`);
  }
  return candle;
}

/** A candle as texts of any grid. @throws ExchangeError `answer` */
export function readCandleText([time, open, high, low, close, volume]: KlineRow): CandleText {
  for (const text of [open, high, low, close, volume]) {
    if (!isDecimal(text) || text.startsWith('-')) throw answerError('a candle that is no decimals');
  }
  // Comparing as floats is safe here: rounding to the nearest float preserves the order of decimals.
  if (Number(low) > Math.min(Number(open), Number(close)) || Number(high) < Math.max(Number(open), Number(close))) {
    throw answerError('a candle whose high and low do not enclose it');
  }
  return { time: instantOf(time), open, high, low, close, volume };
}
