import { assert, at } from '#base/assert.ts';
import { type Instant, MINUTE_MS } from '#base/time.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { fundingHoles, type KnownSettlement } from '#engine/schedule/funding-holes.ts';
import { minutesIn } from '#engine/schedule/minute-holes.ts';
import type { TestCoverage } from '#lab/tests/lab-market.ts';
import { readFunding } from '#market/candle-files/funding/funding-file.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { tradedContract } from '../commands/backtest/backtest-contract.ts';
import { type CandleSource, coveredMinutes, sourceFor, type WantedSpan } from './candle-sources.ts';

/**
 * How much of a period is stored of each symbol, in their order.
 * @param groups - symbols that are tested together, and so from one source
 */
export async function candleCoverage(
  folders: readonly string[],
  groups: readonly (readonly string[])[],
  span: WantedSpan,
): Promise<readonly TestCoverage[]> {
  const covered = groups.map(async (symbols) => {
    const source = await sourceFor(folders, symbols, span);
    return Promise.all(
      symbols.map((symbol) =>
        source === null ? scatteredOf(folders, symbol, span) : coverageOf(source, symbol, span),
      ),
    );
  });
  return (await Promise.all(covered)).flat();
}

/** A symbol that cannot be tested: no source has it, or none has all symbols beside it. */
async function scatteredOf(folders: readonly string[], symbol: string, span: WantedSpan): Promise<TestCoverage> {
  const source = await sourceFor(folders, [symbol], span);
  if (source !== null) return { ...(await coverageOf(source, symbol, span)), source: null };
  return { symbol, source: null, minutesStored: 0, from: null, to: null, minutesWithoutFunding: 0 };
}

async function coverageOf(source: CandleSource, symbol: string, span: WantedSpan): Promise<TestCoverage> {
  const { minutes, parts } = await coveredMinutes(source, symbol, span);
  return {
    symbol,
    source: source.folder === null ? 'recorded' : 'stored',
    minutesStored: minutes,
    from: parts[0]?.from ?? null,
    to: parts.at(-1)?.to ?? null,
    minutesWithoutFunding: await minutesWithoutFunding(source, symbol, parts),
  };
}

/** As loading the candles counts them: nothing is settled where the market stands still. */
async function minutesWithoutFunding(
  source: CandleSource,
  symbol: string,
  parts: readonly WantedSpan[],
): Promise<number> {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const start = first.from;
  const minuteOf = (instant: Instant) => (instant - start) / MINUTE_MS;
  const minutes = minuteOf(last.to);
  const frozen = parts.slice(1).map(({ from }, place) => ({ from: minuteOf(at(parts, place).to), to: minuteOf(from) }));
  const { settled, fundingHours } = await settlementsOf(source, symbol);
  return minutesIn(fundingHoles({ start, minutes, frozen }, settled, fundingHours), { from: 0, to: minutes });
}

interface KnownFunding {
  readonly settled: readonly KnownSettlement[];
  readonly fundingHours: number | null;
}

async function settlementsOf({ folder }: CandleSource, symbol: string): Promise<KnownFunding> {
  if (folder !== null) {
    return { settled: await readFunding(folder, symbol), fundingHours: tradedContract(folder, symbol).fundingHours };
  }
  const stored = (await recordedHistory([symbol])).symbols.get(symbol);
  assert(stored !== undefined, `the recording has ${symbol}`);
  const { columns, funding } = stored;
  return {
    settled: Array.from(funding.minute, (minute) => ({ time: instantAt(columns, minute) })),
    fundingHours: null,
  };
}
