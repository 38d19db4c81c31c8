import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert } from '#base/assert.ts';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { USUAL_FUNDING_HOURS } from '#engine/schedule/funding-holes.ts';
import { RulePool } from '#lab/screener/rules/rule-pool.ts';
import type { RuleFinding, RuleScreenRequest } from '#ports/screener/rule-screens.ts';
import { barelyRead, type GeneratedMarket, generatedMarket } from './screener/generated-market.ts';
import { peakMb } from './screener/peak-memory.ts';

const SYMBOLS = 500;
const DAYS = 90;
/** Seconds of the wall clock for each rule, on two cores. */
const SECONDS_MAX = 2;

const rsi = { ind: 'rsi', n: 14 };
const line = (value: string) => ({ const: value });
type Directions = 'one direction' | 'both directions';

/** An oscillator turns with more volume than usual; the position is left by the oscillator, at a gain or at a loss. */
const strategy = (timeframe: string, directions: Directions) => {
  const side = (op: string, from: string, leave: object) => ({
    enter: {
      all: [
        { op, a: rsi, b: line(from) },
        { op: 'gt', a: { ind: 'volume_ratio', n: 20 }, b: line('1') },
      ],
    },
    exit: leave,
    takeProfitPercent: '2',
    stop: { type: 'percent', value: '2' },
  });
  return customParams.parse({
    timeframe,
    sizing: { type: 'fixed_notional', value: '500' },
    buy: side('crosses_above', '30', { op: 'gt', a: rsi, b: line('70') }),
    sell: directions === 'one direction' ? null : side('crosses_below', '70', { op: 'lt', a: rsi, b: line('30') }),
  });
};

/**
 * A rule on bars of fifteen minutes and one on minutes, judged on 500 symbols over 90 days: loading from files in the
 * system's cache, indicators, triggers and cycles included; then strategies that have such rules for both directions; beside them
 * the bare reading of the same files on one core.
 */
export async function screenerBench(tell: (line: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'botyard-bench-'));
  const pool = new RulePool(availableParallelism());
  try {
    tell(`writing ${SYMBOLS} symbols`);
    const market = generatedMarket(folder, SYMBOLS, DAYS);
    barelyRead(market); // Into the cache of the system.
    const bare = await measured(async () => barelyRead(market));
    const [quarters, minutes, quartersBoth, minutesBoth] = [
      await judged(pool, market, { timeframe: '15m', directions: 'one direction', tell }),
      await judged(pool, market, { timeframe: '1m', directions: 'one direction', tell }),
      await judged(pool, market, { timeframe: '15m', directions: 'both directions', tell }),
      await judged(pool, market, { timeframe: '1m', directions: 'both directions', tell }),
    ];
    const figures = {
      ...{ symbols: SYMBOLS, days: DAYS, workers: availableParallelism() },
      bars_of_15_minutes: quarters,
      minutes,
      both_directions: { bars_of_15_minutes: quartersBoth, minutes: minutesBoth },
      peak_mb: peakMb(),
      yardstick: { bare_read_seconds: bare.seconds, bare_read_processor_seconds: bare.processor_seconds },
    };
    return { figures, hasPassed: [quarters, minutes].every(({ seconds }) => seconds <= SECONDS_MAX) };
  } finally {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Asked {
  readonly timeframe: '15m' | '1m';
  readonly directions: Directions;
  readonly tell: (line: string) => void;
}

/** Once with new threads and code, which is told apart, and once more. */
async function judged(pool: RulePool, market: GeneratedMarket, { timeframe, directions, tell }: Asked) {
  const request: RuleScreenRequest = { kind: ruleStrategy.kind, params: strategy(timeframe, directions), days: DAYS };
  const contracts = market.instruments.map((instrument) => ({ instrument, fundingHours: USUAL_FUNDING_HOURS }));
  let found: RuleFinding[] = [];
  const round = async () => {
    found = [];
    const taken = await measured(() =>
      pool.run({ request, folder: market.folder, now: market.now, contracts, tails: new Map() }, (judged) =>
        found.push(...judged),
      ),
    );
    tell(`${timeframe}, ${directions}: ${taken.seconds} s, ${taken.processor_seconds} s of the processor`);
    return taken;
  };
  const first = await round();
  const second = await round();
  const sides = found.flatMap((finding) => finding.sides);
  assert(found.length === SYMBOLS && found.every(({ missing }) => missing === null), 'every symbol is judged in full');
  return {
    ...second,
    first_seconds: first.seconds,
    rows: found.length,
    triggers: sides.reduce((sum, { triggers }) => sum + triggers, 0),
    cycles: sides.reduce((sum, { cycles }) => sum + cycles.ended, 0),
  };
}

/** By the wall clock and by the processor time of all threads. */
async function measured(work: () => Promise<void>) {
  const [begin, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { seconds: rounded((performance.now() - begin) / 1_000), processor_seconds: rounded((user + system) / 1e6) };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
