import { at } from '#base/assert.ts';
import { DAY_MS, type Instant, instantOf, later } from '#base/time.ts';
import type { SimulationSetup } from '#simulator/open-simulation.ts';
import { type ListedSymbol, listedSymbols } from '#simulator/prices/listed-symbols.ts';

const HISTORY_DAYS = 31;
const START = instantOf(Date.UTC(2026, 2, 10, 14, 30));
const SEED = 7;

/** A market with this many trading symbols: the listed ones, generated under many names, each with different prices. */
export function manySymbols(count: number, folder: string): SimulationSetup {
  return {
    folder,
    seed: SEED,
    recording: `no recording, ${count} symbols`,
    firstMinute: later(START, -HISTORY_DAYS * DAY_MS),
    startMinute: START,
    symbols: (begin) => renamed(count, begin),
    pace: { kind: 'run', speed: 1 },
  };
}

function renamed(
  count: number,
  begin: { readonly firstMinute: Instant; readonly startMinute: Instant },
): readonly ListedSymbol[] {
  const listed = listedSymbols({ ...begin, recordings: new Map() }).filter(({ haltedAt }) => haltedAt === null);
  return Array.from({ length: count }, (_, number) => {
    const original = at(listed, number % listed.length);
    const { instrument } = original;
    if (number < listed.length) return original;
    const baseAsset = `${instrument.baseAsset}${Math.floor(number / listed.length)}`;
    return { ...original, instrument: { ...instrument, baseAsset, symbol: `${baseAsset}USDT` } };
  });
}

/** The streams of each symbol, by their root. */
export function heardStreams(symbols: readonly string[]): { readonly market: string[]; readonly public: string[] } {
  const each = (kinds: readonly string[]): string[] =>
    symbols.flatMap((symbol) => kinds.map((kind) => `${symbol.toLowerCase()}@${kind}`));
  return { market: each(['kline_1m', 'markPrice@1s', 'miniTicker', 'aggTrade']), public: each(['bookTicker']) };
}
