import { parseArgs } from 'node:util';
import { toSnake } from 'ts-case-convert';
import { cashFrom, parseDecimal, plainDecimal } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { type Cash, type Rate, rate } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { usdt } from '#engine/model/number-fields.ts';
import { gridSets, parseGrid, splitAxes } from '#lab/grid/parameter-grid.ts';
import { type PathAxis, parseStrategyGrid, strategySets } from '#lab/grid/strategy-grid.ts';
import { typedSymbol } from '#market/candle-files/typed-symbol.ts';
import { notAllowed, parsedOptions, stretchOptions } from '../command-options.ts';
import type { BacktestFiles } from './backtest-files.ts';
import { readStrategy, type TestedStrategy } from './strategy-file.ts';

const USAGE = [
  'Usage: backtest --symbol SYMBOL[,SYMBOL…] --strategy FILE.json [--from 2025-05-04] [--to 2025-05-31] [--wallet 10000]',
  '              [--grid "take_profit_percent=0.8,1,1.5;stop_loss_percent=off,4"] [--funding-rate 0.0001] [--json]',
  '     backtest --symbol SYMBOL --strategy FILE.json --candles FILE.csv.gz [--funding FILE.csv.gz] [--tick 0.1 --step 0.001] …',
].join('\n');

const WALLET = '10000';
const wallet = usdt('0.00000001', '10000000');

/** The sets of a grid. */
export interface PlannedGrid {
  readonly sets: readonly BotParams[];
  /** What is varied: a parameter, or a path into the rules. */
  readonly axes: readonly PathAxis[];
}

/** What to run on which minutes. */
export interface BacktestPlan {
  readonly symbols: readonly string[];
  readonly strategy: TestedStrategy;
  /** Null for candles that were imported or recorded. */
  readonly files: BacktestFiles | null;
  /** Null for a single run. */
  readonly grid: PlannedGrid | null;
  /** Open of the first minute, and of the one after the last; null for what is stored. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly wallet: Cash;
  /** Assumed at each settlement that is missing; with null such a run is refused. */
  readonly fundingRate: Rate | null;
  readonly isJson: boolean;
}

/**
 * Parses the arguments of `backtest`.
 * @param candlesDir - the folder of all candles
 * @throws AppError COMMAND_UNKNOWN, OPTION_NOT_ALLOWED, PARAMS_REFUSED, GRID_REFUSED
 */
export function readBacktestPlan(candlesDir: string, words: readonly string[]): BacktestPlan {
  const values = optionsOf(words);
  const { symbol } = values;
  const file = values.strategy ?? values.params;
  const isNamedTwice = values.strategy !== undefined && values.params !== undefined;
  if (symbol === undefined || file === undefined || isNamedTwice) throw new AppError('COMMAND_UNKNOWN', USAGE);
  const symbols = symbolsOf(candlesDir, symbol);
  const strategy = readStrategy(file);
  return {
    symbols,
    strategy,
    files: filesOf(values, symbols),
    grid: values.grid === undefined ? null : gridOf(strategy, values.grid),
    ...stretchOptions(values),
    wallet: walletOption(values.wallet ?? WALLET),
    fundingRate: fundingOption(values['funding-rate']),
    isJson: values.json === true,
  };
}

function gridOf({ kind, params, ladder }: TestedStrategy, text: string): PlannedGrid {
  const isOfLadder = ladder !== null && !splitAxes(text).some(({ name }) => name.includes('.'));
  if (isOfLadder) {
    const axes = parseGrid(text);
    return { sets: gridSets(ladder, axes), axes: axes.map((axis) => ({ ...axis, name: toSnake(axis.name) })) };
  }
  const axes = parseStrategyGrid(text, { kind, params });
  return { sets: strategySets({ kind, params }, axes), axes };
}

function optionsOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    // The parameters of a strategy have been called both.
    ...{ strategy: text, params: text, candles: text, funding: text, tick: text, step: text },
    ...{ symbol: text, from: text, to: text, wallet: text, grid: text, 'funding-rate': text },
    json: { type: 'boolean' },
  } as const;
  return parsedOptions(USAGE, () => parseArgs({ args: [...words], options, tokens: true })).values;
}

interface FileOptions {
  readonly candles?: string;
  readonly funding?: string;
  readonly tick?: string;
  readonly step?: string;
}

function filesOf({ candles, funding, tick, step }: FileOptions, symbols: readonly string[]): BacktestFiles | null {
  if (candles === undefined) {
    const alone = Object.entries({ funding, tick, step }).find(([, given]) => given !== undefined);
    if (alone === undefined) return null;
    throw notAllowed(`--${alone[0]}`, alone[1] ?? '', 'given together with --candles');
  }
  if (symbols.length > 1)
    throw notAllowed('--symbol', symbols.join(','), 'one symbol, because --candles holds those of one');
  return {
    ...{ candles, funding: funding ?? null },
    ...(tick === undefined ? {} : { tick }),
    ...(step === undefined ? {} : { step }),
  };
}

function symbolsOf(candlesDir: string, text: string): readonly string[] {
  const symbols = text.split(',').map((symbol) => typedSymbol(candlesDir, symbol));
  if (new Set(symbols).size === symbols.length) return symbols;
  throw notAllowed('--symbol', text, 'symbols that are named once each');
}

function walletOption(text: string): Cash {
  const plain = plainDecimal(text);
  if (plain !== null && wallet.safeParse(plain).success) return cashFrom(plain);
  throw notAllowed('--wallet', text, 'an amount of USDT from 0.00000001 to 10000000');
}

const RATE_DECIMALS = 8;

/** A fraction of the position's value per settlement: 0.0001 is 0.01 %. More than ten percent is a mistake. */
function fundingOption(text: string | undefined): Rate | null {
  if (text === undefined) return null;
  const plain = plainDecimal(text);
  const count = plain === null ? null : parseDecimal(plain, RATE_DECIMALS);
  if (count !== null && Math.abs(count) <= RATE_MAX * 10 ** RATE_DECIMALS) return rate(count);
  throw notAllowed('--funding-rate', text, 'a share from -0.1 to 0.1 with at most eight decimals, such as 0.0001');
}

const RATE_MAX = 0.1;
