import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { objectToCamel } from 'ts-case-convert';
import { cashFrom } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { type LadderParamsInput, ladderParams, usdt } from '#engine/model/ladder-params.ts';
import { type GridAxis, parseGrid } from '#lab/grid/parameter-grid.ts';
import { notAllowed, stretchOptions } from '../command-options.ts';

const USAGE = [
  'Say: backtest --symbol SYMBOL[,SYMBOL…] --params FILE.json [--from 2025-05-04] [--to 2025-05-31] [--wallet 10000]',
  '              [--grid "takeProfitPercent=0.8,1,1.5;stepPercent=1,2"] [--json]',
].join('\n');

const WALLET = '10000';
const wallet = usdt('0.00000001', '10000000');

/** What is to be tried on which minutes. */
export interface BacktestPlan {
  readonly symbols: readonly string[];
  /** As given; the axes of a grid change it. */
  readonly params: LadderParamsInput;
  /** Null for a single run. */
  readonly grid: readonly GridAxis[] | null;
  /** Open of the first minute, and of the one behind the last; null for what there is. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly wallet: Cash;
  readonly isJson: boolean;
}

/**
 * Reads the words behind `backtest`.
 * @throws AppError COMMAND_UNKNOWN, OPTION_NOT_ALLOWED, PARAMS_REFUSED, GRID_REFUSED
 */
export function readBacktestPlan(words: readonly string[]): BacktestPlan {
  const values = optionsOf(words);
  const { symbol, params: file } = values;
  if (symbol === undefined || file === undefined) throw new AppError('COMMAND_UNKNOWN', USAGE);
  return {
    symbols: symbolsOf(symbol),
    params: readParams(file),
    grid: values.grid === undefined ? null : parseGrid(values.grid),
    ...stretchOptions(values),
    wallet: walletOption(values.wallet ?? WALLET),
    isJson: values.json === true,
  };
}

function optionsOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { symbol: text, params: text, from: text, to: text, wallet: text, grid: text } as const;
  try {
    return parseArgs({ args: [...words], options: { ...options, json: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new AppError('COMMAND_UNKNOWN', `${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function symbolsOf(text: string): readonly string[] {
  const symbols = text.split(',').map((symbol) => symbol.trim());
  if (new Set(symbols).size === symbols.length) return symbols;
  throw notAllowed('--symbol', text, 'symbols that are named once each');
}

function walletOption(text: string): Cash {
  if (wallet.safeParse(text).success) return cashFrom(text);
  throw notAllowed('--wallet', text, 'an amount of USDT from 0.00000001 to 10000000');
}

/** The parameters of a file, named as in the code or as on the wire; each field that is wrong has a line. */
function readParams(file: string): LadderParamsInput {
  const given = parseFile(file);
  const parsed = ladderParams.safeParse(given);
  if (parsed.success) return given as LadderParamsInput; // It has just passed the schema.
  const lines = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')}: no such parameter`
      : `${issue.path.join('.') || 'the file'}: ${issue.message}`,
  );
  throw new AppError('PARAMS_REFUSED', [`${file} does not hold a ladder:`, ...lines].join('\n  '));
}

function parseFile(file: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? objectToCamel(value) : value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('PARAMS_REFUSED', `${file} cannot be read: ${reason}`, { cause: error });
  }
}
