import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { assert } from '#base/assert.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { simulatorSetup } from '#main/simulator/simulator-setup.ts';
import type { PreparedMarket } from '#simulator/open-simulation.ts';
import { type Checkpoints, type StoredCheckpoints, storedCheckpoints } from '#simulator/prices/days/checkpoints.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';
import type { StoredPastBars } from '#simulator/prices/past-bars.ts';

/** Days before the start that are all stored, and the interval of the older ones. */
const NEWEST_DAYS = 3;
const STRIDE = 4;
const QUARTER_MS = 15 * MINUTE_MS;
const FILE = new URL('../data/simulated-market.json.gz', import.meta.url);

/**
 * Creates what is bundled of the simulated market: how its days begin, so that a first start need not generate its whole past
 * before the first answer, and bars of its past, so that nothing has to be read minute by minute that tells of the last 24
 * hours or of whole weeks. Run it again whenever the version of the prices changes.
 */
const { prepared, ...setup } = await simulatorSetup({ folder: '', replay: 'bundled', pace: { kind: 'pause' } });
const checkpoints: Checkpoints = new Map();
const symbols = setup.symbols(setup);
const prices = openPrices({ ...setup, symbols, checkpoints });
const { startMinute } = setup;
for (const { instrument } of symbols) {
  prices.mark(instrument.symbol, startMinute);
  prices.countsBefore(instrument.symbol, startMinute);
}
const made: PreparedMarket = { checkpoints: keptCheckpoints(), pastBars: barsOfPast() };
const packed = gzipSync(JSON.stringify(made), { level: 9 });
writeFileSync(FILE, packed);
const bars = Object.values(made.pastBars).reduce((sum, rows) => sum + rows.length, 0);
process.stdout.write(`${Object.keys(made.checkpoints).length} series, ${bars} bars, ${packed.length} bytes\n`);

function keptCheckpoints(): StoredCheckpoints {
  const startDay = Math.floor(startMinute / DAY_MS);
  const isKept = (day: number): boolean =>
    day <= startDay && (startDay - day <= NEWEST_DAYS || (startDay - day) % STRIDE === 0);
  return Object.fromEntries(
    Object.entries(storedCheckpoints(checkpoints)).map(([series, days]) => [
      series,
      days.filter(([day]) => isKept(day)),
    ]),
  );
}

/** Of every contract its whole days, the hours of the last day and a little more, and the quarters at both ends of those. */
function barsOfPast(): StoredPastBars {
  const dayAgo = later(startMinute, -DAY_MS);
  return Object.fromEntries(
    symbols.map(({ instrument: { symbol }, onboardDate }) => {
      const spans = [
        ...blocks(DAY_MS, onboardDate, startMinute),
        ...blocks(HOUR_MS, later(dayAgo, -HOUR_MS), startMinute),
        ...blocks(QUARTER_MS, later(dayAgo, -HOUR_MS), later(dayAgo, HOUR_MS)),
        ...blocks(QUARTER_MS, later(startMinute, -HOUR_MS), startMinute),
      ];
      return [symbol, spans.flatMap((span) => barOf(symbol, span))];
    }),
  );
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** The whole blocks in [from, to). */
function blocks(lengthMs: number, from: Instant, to: Instant): readonly Span[] {
  const found: Span[] = [];
  for (let start = Math.ceil(from / lengthMs) * lengthMs; start + lengthMs <= to; start += lengthMs) {
    found.push({ from: instantOf(start), to: instantOf(start + lengthMs) });
  }
  return found;
}

/** Nothing where the contract has no market. */
function barOf(symbol: string, { from, to }: Span): readonly (readonly number[])[] {
  const candle = prices.bar(symbol, from, to);
  if (candle === null) return [];
  let [traded, bought] = [0, 0];
  for (let minute = from; minute < to; minute = later(minute, MINUTE_MS)) {
    const one = prices.candle(symbol, minute);
    const value = one === null ? null : prices.printedValue(symbol, one);
    traded += value?.traded ?? 0;
    bought += value?.bought ?? 0;
  }
  assert(Number.isSafeInteger(traded), `the value of ${symbol} is a whole number`);
  const { open, high, low, close, volume, takerBuyVolume, trades } = candle;
  const span = [from / MINUTE_MS, (to - from) / MINUTE_MS];
  return [[...span, open, high, low, close, volume, takerBuyVolume, trades, traded, bought]];
}
