import { type Instant, instantOf } from '#base/time.ts';
import type { Grid, Instrument } from '#engine/model/instrument.ts';
import type { BookQuote } from '#ports/quotes.ts';

/**
 * Creates a reader of `<symbol>@bookTicker` messages, of which there are more than of all others together. It scans
 * bytes and allocates only the name of the symbol, where JSON.parse would allocate a dozen strings; prices
 * are read digit by digit into whole ticks.
 *
 * It accepts a flat JSON object of plain strings and whole numbers, with any keys in any order, and refuses
 * everything else: white space, escapes, a symbol that is not listed, a side without a price, a price off the tick grid.
 * Whatever it accepts, JSON.parse accepts with the same values.
 *
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/websocket-market-streams/Individual-Symbol-Book-Ticker-Streams
 *
 * @returns a function from a message's bytes to its quote, or null when refused; every call returns the same object
 */
export function bookTickerReader(instruments: readonly Instrument[]): (message: Buffer) => BookQuote | null {
  // Names are compared by their bytes, each as one latin1 character.
  const listed = new Map(
    instruments.map(({ symbol, tick }, index) => [Buffer.from(symbol).toString('latin1'), { index, tick }]),
  );
  const members: Members = { starts: new Int32Array(ASCII_SIZE), ends: new Int32Array(ASCII_SIZE) };
  const quote = { symbol: 0, bid: 0, ask: 0, at: instantOf(0) };
  return (message) => {
    if (!findMembers(message, members) || !isBookTicker(message, members)) return null;
    const known = listed.get(message.toString('latin1', members.starts[KEY.s], members.ends[KEY.s]));
    if (known === undefined) return null;
    quote.symbol = known.index;
    quote.bid = priceAt(message, members, { key: KEY.b, tick: known.tick });
    quote.ask = priceAt(message, members, { key: KEY.a, tick: known.tick });
    quote.at = timeAt(message, members);
    return quote.bid > 0 && quote.bid <= quote.ask && quote.at > 0 ? quote : null;
  };
}

const ASCII_SIZE = 128;
const [SPACE, QUOTE, COMMA, POINT, ZERO, NINE, COLON, BACKSLASH] = [0x20, 0x22, 0x2c, 0x2e, 0x30, 0x39, 0x3a, 0x5c];
const [BRACE_OPEN, BRACE_CLOSE, DELETE] = [0x7b, 0x7d, 0x7f];
/** The one-letter keys that are read. */
const KEY = { e: 0x65, s: 0x73, b: 0x62, a: 0x61, E: 0x45 } as const;
const NAME = [...'bookTicker'].map((letter) => letter.charCodeAt(0));
/** Marks that neither a string nor a whole number ends here. */
const NOWHERE = -1;
/** Maximum number of digits with which a whole number stays below 2^53. */
const DIGITS_MAX = 15;

/** Start and end of the values of one-letter keys, by key; a missing one starts at 0. */
interface Members {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Finds the members of the object. @returns false unless all bytes together form such an object */
function findMembers(message: Buffer, { starts, ends }: Members): boolean {
  starts.fill(0);
  let offset = 0;
  do {
    if (message[offset] !== (offset === 0 ? BRACE_OPEN : COMMA) || message[offset + 1] !== QUOTE) return false;
    const key = offset + 2;
    const keyEnd = textEnd(message, key);
    if (keyEnd === NOWHERE || message[keyEnd + 1] !== COLON) return false;
    const isText = message[keyEnd + 2] === QUOTE;
    const start = isText ? keyEnd + 3 : keyEnd + 2;
    const end = isText ? textEnd(message, start) : wholeEnd(message, start);
    if (end === NOWHERE) return false;
    if (keyEnd === key + 1) {
      starts[message[key] ?? 0] = start;
      ends[message[key] ?? 0] = end;
    }
    offset = isText ? end + 1 : end;
  } while (message[offset] !== BRACE_CLOSE);
  return offset === message.length - 1;
}

/** The position of the quote that closes a plain string; UTF-8 has no quote or backslash inside a longer letter. */
function textEnd(message: Buffer, start: number): number {
  for (let offset = start; offset < message.length; offset += 1) {
    const byte = message[offset] ?? 0;
    if (byte === QUOTE) return offset;
    if (byte < SPACE || byte === DELETE || byte === BACKSLASH) return NOWHERE;
  }
  return NOWHERE;
}

/** The position at which a non-negative whole number ends. */
function wholeEnd(message: Buffer, start: number): number {
  let offset = start;
  while (isDigit(message[offset] ?? 0)) offset += 1;
  const length = offset - start;
  return length === 0 || (length > 1 && message[start] === ZERO) ? NOWHERE : offset;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isTextAt(message: Buffer, { starts }: Members, key: number): boolean {
  const start = starts[key] ?? 0;
  return start > 0 && message[start - 1] === QUOTE;
}

function isBookTicker(message: Buffer, members: Members): boolean {
  const start = members.starts[KEY.e] ?? 0;
  if ((members.ends[KEY.e] ?? 0) - start !== NAME.length) return false;
  for (let index = 0; index < NAME.length; index += 1) if (message[start + index] !== NAME[index]) return false;
  return isTextAt(message, members, KEY.s) && isTextAt(message, members, KEY.b) && isTextAt(message, members, KEY.a);
}

/** The price of a key in whole ticks; NaN when it is not a decimal, off the grid, or not below 2^53. */
function priceAt(message: Buffer, { starts, ends }: Members, { key, tick }: { key: number; tick: Grid }): number {
  const [start, end] = [starts[key] ?? 0, ends[key] ?? 0];
  let [count, point] = [0, end];
  for (let offset = start; offset < end; offset += 1) {
    const byte = message[offset] ?? 0;
    if (byte === POINT && point === end) point = offset;
    else if (!isDigit(byte)) return Number.NaN;
    else if (offset - point <= tick.decimals)
      count = count * 10 + (byte - ZERO); // Beyond 2^53 it stays beyond.
    else if (byte !== ZERO) return Number.NaN;
  }
  const isPlain = isDigit(message[start] ?? 0) && isDigit(message[end - 1] ?? 0);
  const hasIdleZero = message[start] === ZERO && point - start > 1;
  if (!isPlain || hasIdleZero || end - start > DIGITS_MAX + 1) return Number.NaN;
  for (let decimals = Math.max(0, end - point - 1); decimals < tick.decimals; decimals += 1) count *= 10;
  return Number.isSafeInteger(count) && count % tick.units === 0 ? count / tick.units : Number.NaN;
}

/** The instant at which the exchange sent the message; 0 when there is none. */
function timeAt(message: Buffer, { starts, ends }: Members): Instant {
  const [start, end] = [starts[KEY.E] ?? 0, ends[KEY.E] ?? 0];
  if (start === 0 || message[start - 1] !== COLON || end - start > DIGITS_MAX) return instantOf(0);
  let ms = 0;
  for (let offset = start; offset < end; offset += 1) ms = ms * 10 + ((message[offset] ?? 0) - ZERO);
  return instantOf(ms);
}
