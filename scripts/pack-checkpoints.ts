import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { DAY_MS } from '#base/time.ts';
import { simulatorSetup } from '#main/simulator/simulator-setup.ts';
import { type Checkpoints, type StoredCheckpoints, storedCheckpoints } from '#simulator/prices/days/checkpoints.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';

/** Days before the start that are all stored, and the interval of the older ones. */
const NEWEST_DAYS = 3;
const STRIDE = 4;
const FILE = new URL('../data/simulated-market.json.gz', import.meta.url);

/**
 * Creates the bundled checkpoints of the simulated market's days, so that a first start need not generate its whole
 * past before the first answer. Run it again whenever the version of the prices changes.
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
