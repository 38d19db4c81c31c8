import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { DAY_MS } from '#base/time.ts';
import { simulatorSetup } from '#main/simulator/simulator-setup.ts';
import { type Checkpoints, type StoredCheckpoints, storedCheckpoints } from '#simulator/prices/days/checkpoints.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';

/** The days before the start that are stored all, and how many lie between the older ones. */
const NEWEST_DAYS = 3;
const STRIDE = 4;
const FILE = new URL('../data/simulated-market.json.gz', import.meta.url);

/**
 * Makes the bundled beginnings of days of the simulated market: with them a first start need not generate its whole past
 * before the first answer. To be run again whenever prices change with their version.
 */
const setup = await simulatorSetup({ folder: '', replay: 'bundled', pace: { kind: 'pause' } });
const checkpoints: Checkpoints = new Map();
const symbols = setup.symbols(setup);
const prices = openPrices({ ...setup, symbols, checkpoints });
for (const { instrument } of symbols) {
  prices.mark(instrument.symbol, setup.startMinute);
  prices.countsBefore(instrument.symbol, setup.startMinute);
}
const startDay = Math.floor(setup.startMinute / DAY_MS);
const isKept = (day: number): boolean =>
  day <= startDay && (startDay - day <= NEWEST_DAYS || (startDay - day) % STRIDE === 0);
const kept: StoredCheckpoints = Object.fromEntries(
  Object.entries(storedCheckpoints(checkpoints)).map(([series, days]) => [series, days.filter(([day]) => isKept(day))]),
);
const packed = gzipSync(JSON.stringify(kept), { level: 9 });
writeFileSync(FILE, packed);
process.stdout.write(`${Object.keys(kept).length} series, ${packed.length} bytes\n`);
