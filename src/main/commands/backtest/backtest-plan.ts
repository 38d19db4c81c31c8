import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { objectToCamel, toSnake } from 'ts-case-convert';
import { cashFrom, isDecimal, parseDecimal, rateFrom } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import type { Cash, Rate } from '#base/exact.ts';
import { systemReason } from '#base/system-reason.ts';
import type { Instant } from '#base/time.ts';
import { ladderFamily } from '#engine/bots/ladder/ladder-family.ts';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import { usdt } from '#engine/model/number-fields.ts';
import { type GridAxis, parseGrid } from '#lab/grid/parameter-grid.ts';
import { notAllowed, parsedOptions, stretchOptions } from '../command-options.ts';
import { pathText } from './backtest-ladder.ts';
import { repeatedKey } from './repeated-key.ts';

const USAGE = [
  'Usage: backtest --symbol SYMBOL[,SYMBOL…] --params FILE.json [--from 2025-05-04] [--to 2025-05-31] [--wallet 10000]',
  '              [--grid "take_profit_percent=0.8,1,1.5;stop_loss_percent=off,4"] [--funding-rate 0.0001] [--json]',
].join('\n');

const WALLET = '10000';
const wallet = usdt('0.00000001', '10000000');

/** What to run on which minutes. */
export interface BacktestPlan {
  readonly symbols: readonly string[];
  /** As given; the axes of a grid override it. */
  readonly params: LadderParamsInput;
  /** Null for a single run. */
  readonly grid: readonly GridAxis[] | null;
  /** Open of the first minute, and of the one after the last; null for what is stored. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly wallet: Cash;
  /** Assumed every eight hours where settlements are missing; with null such a run is refused. */
  readonly fundingRate: Rate | null;
  readonly isJson: boolean;
}

/**
 * Parses the arguments of `backtest`.
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
    fundingRate: fundingOption(values['funding-rate']),
    isJson: values.json === true,
  };
}

function optionsOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    ...{ symbol: text, params: text, from: text, to: text, wallet: text, grid: text, 'funding-rate': text },
    json: { type: 'boolean' },
  } as const;
  return parsedOptions(USAGE, () => parseArgs({ args: [...words], options, tokens: true })).values;
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

const RATE_DECIMALS = 8;

/** A fraction of the position's value per settlement: 0.0001 is 0.01 %. More than ten percent is a mistake. */
function fundingOption(text: string | undefined): Rate | null {
  if (text === undefined) return null;
  const isRate = isDecimal(text) && parseDecimal(text, RATE_DECIMALS) !== null && Math.abs(Number(text)) <= RATE_MAX;
  if (isRate) return rateFrom(text);
  throw notAllowed('--funding-rate', text, 'a share from -0.1 to 0.1 with at most eight decimals, such as 0.0001');
}

const RATE_MAX = 0.1;

/** The parameters of a file, in snake_case; an error has a line for each wrong field. */
function readParams(file: string): LadderParamsInput {
  const given = parseFile(file);
  const misspelt = camelKeys(given);
  if (misspelt.length > 0) {
    throw paramsRefused(
      file,
      misspelt.map((key) => `${key}: write ${toSnake(key)}`),
    );
  }
  const named = typeof given === 'object' && given !== null ? objectToCamel(given) : given;
  const parsed = ladderFamily.params.safeParse(named);
  if (parsed.success) return named as LadderParamsInput; // It has just been parsed with the schema.
  const lines = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.map((key) => toSnake(key)).join(', ')}: no such parameter`
      : `${pathText(issue.path) || 'the file'}: ${issue.message}`,
  );
  throw paramsRefused(file, lines);
}

function paramsRefused(file: string, lines: readonly string[]): AppError {
  return new AppError('PARAMS_REFUSED', [`${file} is not a valid ladder:`, ...lines].join('\n  '));
}

/** Keys with a capital letter, at any depth. */
function camelKeys(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value).filter((key) => /[A-Z]/.test(key));
  return [...keys, ...Object.values(value).flatMap(camelKeys)];
}

const BYTE_ORDER_MARK = /^\uFEFF/;

function parseFile(file: string): unknown {
  try {
    const text = readFileSync(file, 'utf8').replace(BYTE_ORDER_MARK, '');
    const value: unknown = JSON.parse(text);
    const repeated = repeatedKey(text);
    if (repeated === null) return value;
    throw paramsRefused(file, [`${repeated}: it is given twice`]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = systemReason(error) ?? (error instanceof Error ? error.message : String(error));
    throw new AppError('PARAMS_REFUSED', `${file} cannot be read: ${reason}`, { cause: error });
  }
}
