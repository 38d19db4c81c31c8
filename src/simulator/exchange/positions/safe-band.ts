import type { AccountState, ExchangeState } from '../exchange-state.ts';
import { crossWallet, type HoldingValue, markPrice } from './valuation.ts';

/** Marks strictly between which nothing can happen to a position of the account, as long as its books stay as they are. */
export interface SafeBand {
  readonly symbol: string;
  readonly low: number;
  readonly high: number;
}

/** A move of the mark by its whole takes from the cushion at most the value twice: result and maintenance margin. */
const WEIGHT = 2;
/** Wider bands gain nothing. */
const MOVE_MAX = 0.2;
/** What roundings may add up to, in 1e-8 USDT. */
const ROUNDING = 1_000;

/** Whether every mark still lies where the account was found safe. */
export function isInBands(state: ExchangeState, bands: readonly SafeBand[]): boolean {
  for (const { symbol, low, high } of bands) {
    const mark = markPrice(state, symbol);
    if (mark <= low || mark >= high) return false;
  }
  return true;
}

/**
 * The bands of an account that was just looked at, or null where it is in danger already. All positions on the shared
 * wallet may move against it at once, so they share its cushion: what lies between the balance that warns and maintenance.
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

/** How far, as a part of itself, every mark may move before maintenance reaches 80 % of the balance. */
function moveOf(balance: number, maintenance: number, value: number): number {
  const cushion = 0.8 * balance - maintenance - ROUNDING;
  return value === 0 ? MOVE_MAX : Math.min(MOVE_MAX, cushion / (WEIGHT * value));
}
