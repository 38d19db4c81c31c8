import { toSnake } from 'ts-case-convert';
import { assert } from '#base/assert.ts';
import { AppError, type Reason } from '#base/errors.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';

/** The history of a loaded symbol. */
export function historyOf({ symbols }: MarketHistory, symbol: string): SymbolHistory {
  const history = symbols.get(symbol);
  assert(history !== undefined, `${symbol} was loaded`);
  return history;
}

/** The refusal of a strategy on a symbol, one line per reason with the parameter to change. */
export function ladderRefused(symbol: string, reasons: readonly Reason[]): AppError {
  const lines = reasons.map(
    ({ path = [], detail }) => `${path.length === 0 ? 'the strategy' : pathText(path)}: ${detail}`,
  );
  return new AppError('LADDER_REFUSED', [`${symbol} cannot be traded with these parameters:`, ...lines].join('\n  '));
}

/** The path of a parameter in snake_case: "custom_levels.0.deviation_percent". */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => toSnake(String(part))).join('.');
}
