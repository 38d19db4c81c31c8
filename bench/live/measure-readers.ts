import { bookTickerReader } from '#adapters/exchange-binance-usdm/market/book-ticker.ts';
import { assert, at } from '#base/assert.ts';
import { type Instrument, parsePrice } from '#engine/model/instrument.ts';
import { median } from '../median.ts';
import { bookTickerText } from './book-ticker-text.ts';
import type { LiveMarket } from './live-market.ts';
import { usedMs } from './processor-time.ts';
import { rounded } from './round-figures.ts';
import { openWalk } from './walk.ts';

const MESSAGES = 100_000;
const ROUNDS = 5;

/** What reading one message costs: our reader of bytes, and JSON.parse with the texts of the prices read after it. */
export function measureReaders({ instruments, closes }: LiveMarket, deviation: number) {
  const { walk, move } = openWalk(closes, { deviation, seed: 1 });
  const messages = Array.from({ length: MESSAGES }, (_, number) => {
    move();
    return Buffer.from(bookTickerText(at(instruments, walk.symbol), walk, number));
  });
  const [ours, byJson]: [number[], number[]] = [[], []];
  const [read, parse] = [bookTickerReader(instruments), jsonReader(instruments)];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(perMessage(messages, (message) => read(message)?.bid ?? null));
    byJson.push(perMessage(messages, parse));
  }
  const [readerNs, jsonNs] = [median(ours), median(byJson)];
  return { readerNs: rounded(readerNs), jsonNs: rounded(jsonNs), jsonToReader: rounded(jsonNs / readerNs) };
}

function perMessage(messages: readonly Buffer[], read: (message: Buffer) => number | null): number {
  const begin = process.threadCpuUsage();
  for (const message of messages) assert(read(message) !== null, 'every message is read');
  return (usedMs(begin) * 1e6) / messages.length;
}

function jsonReader(instruments: readonly Instrument[]): (message: Buffer) => number | null {
  const listed = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  return (message) => {
    const { s, b, a } = JSON.parse(String(message)) as Record<string, unknown>; // Its members are checked.
    const instrument = listed.get(String(s));
    if (instrument === undefined || typeof b !== 'string' || typeof a !== 'string') return null;
    return parsePrice(instrument, a) === null ? null : parsePrice(instrument, b);
  };
}
