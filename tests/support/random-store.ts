import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at } from '#base/assert.ts';
import { rate } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type MarketStore, openMarketStore } from '#market/store/market-store.ts';
import { DOGE, ETH, START } from './market.ts';
import { randomHistory } from './random-history.ts';

export const STORED_SYMBOLS = [ETH, DOGE] as const;
const PRICES = { ETHUSDT: 200_000, DOGEUSDT: 20_000 } as const;

/** The program's own stored minutes in a temporary folder, saved to files. */
export interface RandomStore {
  readonly folder: string;
  readonly store: MarketStore;
  /** Open of the first minute that may be stored, and end of the last one. */
  readonly from: Instant;
  readonly to: Instant;
  remove(): void;
}

interface Wanted {
  readonly minutes: number;
  /** Whose minutes are stored; omitted, both. */
  readonly symbols?: readonly string[];
  /** Before this minute, holes may be ones that nobody has asked the exchange about. */
  readonly heldFrom: number;
  /** Lengths of holes in minutes; omitted, long ones, in which a bot stands still. */
  readonly holes?: readonly number[];
  /** How many holes a contract has at most; omitted, five. */
  readonly holesMax?: number;
  /** One more confirmed hole, by minute. */
  readonly hole?: Stretch;
}

/**
 * Random minutes of two contracts that begin inside of a bar: one may have been listed before them, another one with them. Both have
 * long holes that the exchange has confirmed, and before `heldFrom` others that it was never asked about.
 */
export async function randomStore(dice: Chance, wanted: Wanted): Promise<RandomStore> {
  const { minutes } = wanted;
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-random-store-'));
  const store = await openMarketStore(folder, () => {});
  const from = later(START, dice.between(0, 1_000) * MINUTE_MS);
  const to = later(from, minutes * MINUTE_MS);
  const listings = STORED_SYMBOLS.map((instrument) => {
    const onboardDate = later(from, -dice.pick([0, 3, 40, 100_000]) * MINUTE_MS);
    const rest = { status: 'TRADING', sector: '', fundingHours: 8, hasBrackets: true } as const;
    return { ...rest, instrument, onboardDate };
  });
  await store.putListings(listings, 'opening');
  const { symbols } = wanted;
  for (const instrument of STORED_SYMBOLS)
    if (symbols === undefined || symbols.includes(instrument.symbol))
      fill({ ...wanted, dice, store, instrument, from });
  await store.save();
  return { folder, store, from, to, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

interface Filled extends Wanted {
  readonly dice: Chance;
  readonly store: MarketStore;
  readonly instrument: Instrument;
  readonly from: Instant;
}

const LONG_HOLES = [6, 9, 20, 130];

function fill({ dice, store, instrument, from, minutes, heldFrom, ...wanted }: Filled): void {
  const { holes: lengths = LONG_HOLES, holesMax = 5, hole: given } = wanted;
  const { symbol } = instrument;
  const start = symbol === 'ETHUSDT' ? PRICES.ETHUSDT : PRICES.DOGEUSDT;
  const columns = randomHistory(dice, [{ symbol, start }], minutes).symbols.get(symbol)?.columns;
  if (columns === undefined) throw new Error('the history has its symbol');
  const minuteAt = (index: number) => later(from, index * MINUTE_MS);
  const drawn = Array.from({ length: dice.between(0, holesMax) }, () => {
    const begin = dice.between(20, minutes - 300);
    return {
      from: begin,
      to: begin + dice.pick(lengths),
      isAsked: begin + 130 > heldFrom || dice.next() < 0.5,
    };
  });
  const holes = given === undefined ? drawn : [...drawn, { ...given, isAsked: true }];
  const isHole = (index: number) => holes.some((hole) => hole.from <= index && index < hole.to);
  const stored = Array.from({ length: minutes }, (_, index) => index).filter((index) => !isHole(index));
  const column = (name: 'open' | 'high' | 'low' | 'close' | 'volume', index: number) => at(columns[name], index);
  const candles = stored.map((index) => ({
    ...{ time: minuteAt(index), open: column('open', index), high: column('high', index) },
    ...{ low: column('low', index), close: column('close', index), volume: column('volume', index) },
  }));
  store.putCandles(symbol, candles, 'answer');
  for (const hole of holes)
    if (hole.isAsked) store.putAbsent(symbol, { from: minuteAt(hole.from), to: minuteAt(hole.to) });
  const end = minuteAt(minutes);
  const settlements = Array.from({ length: Math.ceil((end - from) / (8 * HOUR_MS)) + 1 }, (_, index) => ({
    time: instantOf((Math.floor(from / (8 * HOUR_MS)) + index) * 8 * HOUR_MS),
    rate: rate(dice.between(-40_000, 60_000)),
  })).filter(({ time }) => time >= from && time < end);
  store.putFunding(symbol, { from, to: end }, settlements);
}
