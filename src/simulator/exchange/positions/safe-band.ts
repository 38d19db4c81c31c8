import type { AccountState, ExchangeState, SafeBand } from '../exchange-state.ts';
import { crossWallet, type HoldingValue, markPrice } from './valuation.ts';

/**
 * A relative move of the mark reduces the cushion by at most twice that share of the value: once by the result, once by
 * the maintenance margin.
 */
const WEIGHT = 2;
/** Wider bands gain nothing. */
const MOVE_MAX = 0.2;
/** Allowance for rounding, in 1e-8 USDT. */
const ROUNDING = 1_000;

/** Whether every mark is still within its safe band. */
export function isInBands(state: ExchangeState, bands: readonly SafeBand[]): boolean {
  for (const { symbol, low, high } of bands) {
    const mark = markPrice(state, symbol);
    if (mark <= low || mark >= high) return false;
  }
  return true;
}

/**
 * The safe bands of an account that has just been checked, or null when it is already in danger. All cross positions
 * may move against the wallet at once, so they share its cushion: the distance from the balance to the level that
 * triggers a warning.
 */
export function safeBands(account: AccountState, values: readonly HoldingValue[]): readonly SafeBand[] | null {
  let [balance, maintenance, value] = [Number(crossWallet(account)), 0, 0];
  for (const position of values) {
    if (position.settings.marginType === 'ISOLATED') continue;
    balance += position.unrealized;
    maintenance += position.maintenance;
    value += position.value;
  }
  const shared = moveOf(balance, maintenance, value);
  const bands: SafeBand[] = [];
  for (const position of values) {
    const { holding, unrealized, mark } = position;
    const isIsolated = position.settings.marginType === 'ISOLATED';
    const move = isIsolated ? moveOf(holding.isolated + unrealized, position.maintenance, position.value) : shared;
    if (move <= 0) return null;
    bands.push({ symbol: holding.symbol, low: mark * (1 - move), high: mark * (1 + move) });
  }
  return bands;
}

/** The relative move of every mark at which maintenance margin could reach 80 % of the balance. */
function moveOf(balance: number, maintenance: number, value: number): number {
  const cushion = 0.8 * balance - maintenance - ROUNDING;
  return value === 0 ? MOVE_MAX : Math.min(MOVE_MAX, cushion / (WEIGHT * value));
}
