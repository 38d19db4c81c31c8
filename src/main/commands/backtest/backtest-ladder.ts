import { toSnake } from 'ts-case-convert';
import { assert } from '#base/assert.ts';
import { AppError, type Reason } from '#base/errors.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';

/** The past of a symbol that was just loaded. */
export function historyOf({ symbols }: MarketHistory, symbol: string): SymbolHistory {
  const history = symbols.get(symbol);
  assert(history !== undefined, `${symbol} was loaded`);
  return history;
}

/** The refusal of a ladder on a symbol, a line for each reason with the parameter that mends it. */
export function ladderRefused(symbol: string, reasons: readonly Reason[]): AppError {
  const lines = reasons.map(
    ({ path = [], detail }) => `${path.length === 0 ? 'the ladder' : pathText(path)}: ${detail}`,
  );
  return new AppError('LADDER_REFUSED', [`${symbol} cannot be traded so:`, ...lines].join('\n  '));
}

/** The path of a parameter as users write it: "custom_levels.0.deviation_percent". */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => toSnake(String(part))).join('.');
}
