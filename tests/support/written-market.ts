import { rateFrom } from '#base/decimal.ts';
import { type Rate, rate, steps, type Ticks, ticks, ZERO_STEPS } from '#base/exact.ts';
import { HOUR_MS, type Instant, instantOf, SECOND_MS } from '#base/time.ts';
import { parsePrice, parseQuantity } from '#engine/model/instrument.ts';
import type { Side } from '#engine/model/order.ts';
import type {
  AggregateTrade,
  FundingSettlement,
  Level,
  OrderBook,
  OwnPrint,
  SimulatedMarket,
  SymbolStatus,
} from '#simulator/market/market.ts';
import { type ListedSymbol, listedSymbols } from '#simulator/prices/listed-symbols.ts';

/** More than any order of a test, so that a trade fills whatever it passes. */
const LARGE_QUANTITY = '1000000';

/** The instant at which a written market begins; a whole hour. */
export const MARKET_START = instantOf(Date.UTC(2026, 0, 5));

/** The instant `seconds` after the start. */
export const afterS = (seconds: number): Instant => instantOf(MARKET_START + seconds * SECOND_MS);

/** A market as written by a test, symbol by symbol; prices and quantities as decimals, seconds since the start. */
export interface Script {
  /** Half the spread between the best prices, in ticks. */
  readonly halfSpread: number;
  readonly levelQuantity: string;
  trade(symbol: string, afterSeconds: number, price: string, options?: { quantity?: string; taker?: Side }): void;
  /** Sets the mark from that second on; before any, the last price is used. */
  mark(symbol: string, afterSeconds: number, price: string): void;
  funding(symbol: string, afterSeconds: number, rate: string): void;
  halt(symbol: string, afterSeconds: number): void;
}

interface Tape {
  readonly listed: ListedSymbol;
  readonly trades: AggregateTrade[];
  readonly marks: { readonly time: Instant; readonly price: Ticks }[];
  readonly fundings: { readonly time: Instant; readonly rate: Rate }[];
  haltedAt: Instant | null;
}

/** A market with only the events that the test wrote: exact prices for worked examples. */
export function writtenMarket(
  symbols: readonly string[] = ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'],
  { halfSpread = 1, levelQuantity = '5' } = {},
): { readonly market: SimulatedMarket; readonly script: Script } {
  const begin = { firstMinute: MARKET_START, startMinute: MARKET_START, recordings: new Map() };
  const tapes = new Map<string, Tape>();
  for (const listed of listedSymbols(begin)) {
    if (!symbols.includes(listed.instrument.symbol)) continue;
    tapes.set(listed.instrument.symbol, { listed, trades: [], marks: [], fundings: [], haltedAt: null });
  }
  return {
    market: marketOf(tapes, { halfSpread, levelQuantity }),
    script: scriptOf(tapes, { halfSpread, levelQuantity }),
  };
}

function tapeOf(tapes: ReadonlyMap<string, Tape>, symbol: string): Tape {
  const tape = tapes.get(symbol);
  if (tape === undefined) throw new Error(`${symbol} is not in the written market`);
  return tape;
}

function scriptOf(
  tapes: ReadonlyMap<string, Tape>,
  options: { readonly halfSpread: number; readonly levelQuantity: string },
): Script {
  const priceOf = ({ listed }: Tape, text: string): Ticks => parsePrice(listed.instrument, text) ?? ticks(Number.NaN);
  return {
    ...options,
    trade(symbol, afterSeconds, price, { quantity = LARGE_QUANTITY, taker = 'SELL' } = {}) {
      const tape = tapeOf(tapes, symbol);
      const amount = parseQuantity(tape.listed.instrument, quantity) ?? steps(Number.NaN);
      const time = afterS(afterSeconds);
      const id = tape.trades.length + 1;
      tape.trades.push({
        id,
        firstId: id,
        lastId: id,
        time,
        price: priceOf(tape, price),
        quantity: amount,
        takerSide: taker,
      });
    },
    mark(symbol, afterSeconds, price) {
      const tape = tapeOf(tapes, symbol);
      tape.marks.push({ time: afterS(afterSeconds), price: priceOf(tape, price) });
    },
    funding(symbol, afterSeconds, text) {
      tapeOf(tapes, symbol).fundings.push({ time: afterS(afterSeconds), rate: rateFrom(text) });
    },
    halt(symbol, afterSeconds) {
      tapeOf(tapes, symbol).haltedAt = afterS(afterSeconds);
    },
  };
}

function marketOf(
  tapes: ReadonlyMap<string, Tape>,
  { halfSpread, levelQuantity }: { readonly halfSpread: number; readonly levelQuantity: string },
): SimulatedMarket {
  const own = new Map<string, readonly OwnPrint[]>();
  const last = (symbol: string, now: Instant): Ticks | null =>
    tapes.get(symbol)?.trades.findLast(({ time }) => time <= now)?.price ?? null;
  const mark = (symbol: string, now: Instant): Ticks | null =>
    tapes.get(symbol)?.marks.findLast(({ time }) => time <= now)?.price ?? last(symbol, now);
  const settlement = (symbol: string, { time, rate: settled }: { time: Instant; rate: Rate }): FundingSettlement => ({
    time,
    rate: settled,
    mark: mark(symbol, time) ?? ticks(0),
  });
  const book = (symbol: string, now: Instant): OrderBook | null => {
    const [tape, price] = [tapes.get(symbol), last(symbol, now)];
    if (tape === undefined || price === null) return null;
    const { id: updateId = 0, time = now } = tape.trades.findLast((trade) => trade.time <= now) ?? {};
    if (isHalted(tape, now)) return { updateId, time, bids: [], asks: [] };
    const quantity = parseQuantity(tape.listed.instrument, levelQuantity) ?? steps(1);
    const levels = (sign: number): Level[] =>
      Array.from({ length: 20 }, (_, index) => ({ price: ticks(price + sign * (halfSpread + index)), quantity }));
    return { updateId, time, bids: levels(-1), asks: levels(1) };
  };
  return {
    symbols: new Map(Array.from(tapes, ([symbol, { listed }]) => [symbol, listed])),
    isListed: (symbol) => tapes.has(symbol),
    status: (symbol, now) => statusOf(tapes.get(symbol), now),
    trades: (symbol, after, until) =>
      (tapes.get(symbol)?.trades ?? []).filter(({ time }) => time > after && time <= until),
    bounds(symbol, after, until) {
      const trades = (tapes.get(symbol)?.trades ?? []).filter(({ time }) => time > after && time <= until);
      const prices = trades.map(({ price }) => price);
      return prices.length === 0 ? null : { low: Math.min(...prices), high: Math.max(...prices) };
    },
    tape: (symbol, after, until) =>
      (tapes.get(symbol)?.trades ?? []).filter(({ time }) => time > after && time <= until),
    latest(symbol, now) {
      const trade = tapes.get(symbol)?.trades.findLast(({ time }) => time <= now) ?? null;
      const added = own.get(symbol)?.at(-1)?.added.trades ?? 0;
      return trade === null ? null : { ...trade, lastId: trade.lastId + added };
    },
    include: (symbol, prints) => own.set(symbol, prints),
    tradesFrom: () => [],
    last,
    mark,
    index: mark,
    premium: (symbol, now) => {
      const price = mark(symbol, now);
      if (price === null) return null;
      const next = tapes.get(symbol)?.fundings.find(({ time }) => time > now);
      const nextTime = next?.time ?? instantOf(now + 8 * HOUR_MS);
      return { mark: price, index: price, nextRate: next?.rate ?? rate(10_000), nextTime };
    },
    book,
    dayTicker: () => null,
    klines: () => [],
    numberedKline: () => null,
    openKline: () => null,
    settlements: (symbol, from, to) =>
      (tapes.get(symbol)?.fundings ?? [])
        .filter(({ time }) => time >= from && time <= to)
        .map((funding) => settlement(symbol, funding)),
    openInterest: () => ZERO_STEPS,
    filters: (symbol) => tapes.get(symbol)?.listed.instrument ?? null,
    disturb: () => undefined,
    prepare: () => false,
  };
}

function isHalted({ haltedAt }: Tape, now: Instant): boolean {
  return haltedAt !== null && haltedAt <= now;
}

function statusOf(tape: Tape | undefined, now: Instant): SymbolStatus | null {
  if (tape === undefined) return null;
  return isHalted(tape, now) ? 'SETTLING' : 'TRADING';
}
