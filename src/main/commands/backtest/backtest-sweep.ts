import { at } from '#base/assert.ts';
import { groupThousands } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { SECOND_MS } from '#base/time.ts';
import { warmUpMs } from '#engine/bots/warm-up.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Stretch, SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type PathAxis, valueAtPath } from '#lab/grid/strategy-grid.ts';
import type { BotHalt } from '#lab/report/halts.ts';
import { unknownRules } from '#lab/report/unknown-rules.ts';
import { SLIPPAGE } from '#lab/slippage.ts';
import { SweepPool } from '#lab/sweep/sweep-pool.ts';
import { type SymbolRows, sweepSymbols } from '#lab/sweep/sweep-symbols.ts';
import { type Trial, trialErrors } from '#lab/trial-errors.ts';
import { ladderRefused } from './backtest-ladder.ts';
import type { BacktestSource } from './backtest-market.ts';
import { originOf } from './backtest-origin.ts';
import type { BacktestPlan, PlannedGrid } from './backtest-plan.ts';
import { jsonText, rankingDocument, rankingText } from './backtest-ranking.ts';

/**
 * Runs every set of a grid on every symbol and ranks the sets of each. Sets that no bot would be allowed to run are
 * omitted and counted.
 * @throws AppError LADDER_REFUSED when a symbol can be traded with none of the sets
 */
export async function sweepGrid(
  plan: BacktestPlan,
  { sets: grid, axes }: PlannedGrid,
  source: BacktestSource,
): Promise<string> {
  const { wallet, isJson } = plan;
  const { kind } = plan.strategy;
  const clock = { startedAt: 0 };
  let unknown: readonly BotHalt[] = [];
  const names = axes.map(({ name }) => name);
  tellRepeated(axes);
  const sweep = {
    instruments: source.instruments,
    load: source.loadShared,
    from: plan.from,
    account: { wallet, slippage: SLIPPAGE },
    kind,
    setsFor(instrument: Instrument, history: SymbolHistory, span: Stretch) {
      const sets = tradableOf(grid, { kind, names, ...{ instrument, history, wallet, from: span.from } });
      unknown = unknownRules({ ...runOf(instrument, history), span, kind, params: slowestOf(kind, sets), wallet });
      clock.startedAt = performance.now();
      return sets;
    },
  };
  const pool = new SweepPool();
  const told: (object | string)[] = [];
  try {
    for await (const swept of sweepSymbols(pool, sweep, { onProgress: tellTenths() })) {
      tellSpeed(swept, { ms: performance.now() - clock.startedAt, workers: pool.workers });
      const origin = originOf(plan, source, [swept.instrument.symbol]);
      const about = { count: grid.length, names, origin, unknown };
      told.push(isJson ? rankingDocument(swept, about) : rankingText(swept, about));
    }
  } finally {
    await pool.close();
  }
  return isJson ? jsonText({ sweeps: told }) : told.join('\n\n');
}

function runOf(instrument: Instrument, stored: SymbolHistory) {
  const { symbol } = instrument;
  const { start, close } = stored.columns;
  return {
    history: { start, minutes: close.length, symbols: new Map([[symbol, stored]]) },
    market: { instruments: new Map([[symbol, instrument]]), slippage: SLIPPAGE },
    symbols: [symbol],
  };
}

/** The set whose rules read most history. */
function slowestOf(kind: BotKind, sets: readonly BotParams[]): BotParams {
  const warmUps = sets.map((params) => warmUpMs({ kind, params }));
  return at(sets, warmUps.indexOf(Math.max(...warmUps)));
}

interface SetTrial extends Trial {
  readonly kind: BotKind;
  /** What the sets differ in. */
  readonly names: readonly string[];
}

/**
 * The sets that a bot may run; the same list if that is all of them. The reason is reported for the first refused one.
 */
function tradableOf(sets: readonly BotParams[], trial: SetTrial): readonly BotParams[] {
  const { symbol } = trial.instrument;
  const tradable = sets.filter((params) => errorsOf(params, trial).length === 0);
  if (tradable.length === 0) throw ladderRefused(symbol, errorsOf(at(sets, 0), trial));
  if (tradable.length === sets.length) return sets;
  const refused = sets.find((params) => errorsOf(params, trial).length > 0) ?? at(sets, 0);
  const values = trial.names.map((name) => `${name} ${valueAtPath(refused, name)}`).join(', ');
  process.stderr.write(
    `Omitted sets, for example ${values}: ${ladderRefused(symbol, errorsOf(refused, trial)).message}\n`,
  );
  return tradable;
}

function errorsOf(params: BotParams, { kind, ...trial }: SetTrial): readonly Reason[] {
  return trialErrors({ kind, params }, trial);
}

/** A value repeated in a grid is run once. */
function tellRepeated(axes: readonly PathAxis[]): void {
  for (const { name, repeated } of axes) {
    if (repeated.length === 0) continue;
    process.stderr.write(`${name} names ${[...new Set(repeated)].join(', ')} more than once: each is tried once.\n`);
  }
}

const PARTS = 10;

/** Prints a line for every tenth of the sets. */
function tellTenths(): (done: number, sets: number) => void {
  let told = 0;
  return (done, sets) => {
    const part = Math.floor((done / sets) * PARTS);
    if (part !== told) process.stderr.write(`${done} of ${sets} sets\n`);
    told = part;
  };
}

function tellSpeed(
  { instrument, minutes, sets }: SymbolRows,
  { ms, workers }: { readonly ms: number; readonly workers: number },
): void {
  const speed = groupThousands(String(Math.round((sets.length * minutes) / (ms / SECOND_MS))));
  const what = `${instrument.symbol}: ${sets.length} sets of ${groupThousands(String(minutes))} minutes`;
  process.stderr.write(`${what} in ${ms.toFixed(0)} ms with ${workers} workers, ${speed} candles/s\n`);
}
