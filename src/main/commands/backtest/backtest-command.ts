import { AppError } from '#base/errors.ts';
import { botReport } from '#lab/report/bot-report.ts';
import { reportDocument } from '#lab/report/report-document.ts';
import { withUnknownRules } from '#lab/report/unknown-rules.ts';
import { ranOf, runFacts } from '#lab/reports/run-facts.ts';
import { SLIPPAGE } from '#lab/slippage.ts';
import { trialErrors } from '#lab/trial-errors.ts';
import type { Config } from '../../config.ts';
import { writeText } from '../write-text.ts';
import { withCandles } from './backtest-files.ts';
import { historyOf, ladderRefused } from './backtest-ladder.ts';
import { type BacktestSource, backtestSource } from './backtest-market.ts';
import { originDocument, originFlags, originOf } from './backtest-origin.ts';
import { type BacktestPlan, readBacktestPlan } from './backtest-plan.ts';
import { jsonText } from './backtest-ranking.ts';
import { sweepGrid } from './backtest-sweep.ts';
import { reportText } from './backtest-text.ts';

/**
 * `backtest`: the report of one bot over stored minutes, or with a grid the ranking of its parameter sets. Progress and
 * speed go to standard error.
 * @throws AppError COMMAND_UNKNOWN, OPTION_NOT_ALLOWED, PARAMS_REFUSED, GRID_REFUSED, SYMBOL_UNKNOWN, LADDER_REFUSED,
 * FUNDING_MISSING, CONTRACT_TOO_FINE, and what reading the candles throws
 */
export async function backtestCommand({ candlesDir }: Config, words: readonly string[]): Promise<void> {
  const plan = readBacktestPlan(candlesDir, words);
  const [symbol = ''] = plan.symbols;
  const text = await withCandles(candlesDir, { files: plan.files, symbol }, (folder, notes) => {
    const source = backtestSource(folder, plan, notes);
    return plan.grid === null ? report(plan, source) : sweepGrid(plan, plan.grid, source);
  });
  await writeText([`${text}\n`], { out: null, isGzip: false });
}

const SWEEP_USAGE =
  'Usage: sweep --symbol SYMBOL --strategy FILE.json --grid "take_profit_percent=0.8,1,1.5;stop_loss_percent=off,4", and what else backtest takes';

/**
 * `sweep`: the ranking of a grid's parameter sets, as `backtest` with a grid.
 * @throws AppError COMMAND_UNKNOWN without a grid, and what `backtestCommand` throws
 */
export async function sweepCommand(config: Config, words: readonly string[]): Promise<void> {
  const hasGrid = words.some((word) => word === '--grid' || word.startsWith('--grid='));
  if (!hasGrid) throw new AppError('COMMAND_UNKNOWN', SWEEP_USAGE);
  return backtestCommand(config, words);
}

async function report(plan: BacktestPlan, source: BacktestSource): Promise<string> {
  const { symbols, wallet, isJson } = plan;
  const { kind, params, warnings } = plan.strategy;
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const { history, span } = await source.load();
  for (const instrument of source.instruments) {
    const errors = trialErrors(plan.strategy, {
      ...{ history: historyOf(history, instrument.symbol), instrument, wallet, from: span.from },
    });
    if (errors.length > 0) throw ladderRefused(instrument.symbol, errors);
  }
  const instruments = new Map(source.instruments.map((instrument) => [instrument.symbol, instrument]));
  const startedAt = performance.now();
  const market = { instruments, slippage: SLIPPAGE, hasLog: isJson };
  const run = { history, market, symbols, kind, params, wallet, span };
  const told = withUnknownRules(botReport(run), run);
  const ms = performance.now() - startedAt;
  process.stderr.write(`${span.to - span.from} minutes in ${ms.toFixed(1)} ms\n`);
  const origin = originOf(plan, source, symbols);
  if (!isJson) return reportText(told, origin);
  const flags = [...new Set([...originFlags(origin), ...told.flags])];
  const made = { run, report: told, span };
  const facts = runFacts(made, ranOf(made));
  return jsonText({ origin: originDocument(origin), ...facts, ...reportDocument(told, instruments), flags });
}
