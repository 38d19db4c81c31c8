import { type Cash, ZERO_CASH } from '#base/exact.ts';
import type { PositionSide } from '#engine/model/position.ts';
import { type AccountState, type ExchangeState, holdingOf, settingsOf } from '../exchange-state.ts';
import {
  crossWallet,
  type Exposure,
  exposures,
  type HoldingValue,
  orderMargin,
  valueHolding,
  valuesOf,
} from '../positions/valuation.ts';
import { minus, plus } from './worth.ts';

/** Balances and margins of an account at the current marks. */
export interface Funds {
  readonly values: readonly HoldingValue[];
  readonly exposures: ReadonlyMap<string, Exposure>;
  readonly crossWallet: Cash;
  readonly unrealized: Cash;
  readonly crossUnrealized: Cash;
  /** Initial margin of all positions; isolated positions hold theirs separately. */
  readonly positionMargin: Cash;
  readonly orderMargin: Cash;
  readonly maintenance: Cash;
  /** Free margin for new positions; negative when open losses exceed it. */
  readonly free: Cash;
}

/** available = cross wallet + Σ cross results − Σ position margins − Σ order margins. */
export function fundsOf(state: ExchangeState, account: AccountState): Funds {
  const values = valuesOf(state, account);
  const crossed = values.filter(({ settings }) => settings.marginType === 'CROSSED');
  const open = exposures(state, account);
  const shared = crossWallet(account);
  const [crossUnrealized, crossPositionMargin] = [sumOf(crossed, 'unrealized'), sumOf(crossed, 'initial')];
  let orders = ZERO_CASH;
  for (const [key, exposure] of open) orders = plus(orders, marginOfOrders(state, account, key, exposure));
  return {
    values,
    exposures: open,
    crossWallet: shared,
    unrealized: sumOf(values, 'unrealized'),
    crossUnrealized,
    positionMargin: sumOf(values, 'initial'),
    orderMargin: orders,
    maintenance: sumOf(values, 'maintenance'),
    free: minus(minus(plus(shared, crossUnrealized), crossPositionMargin), orders),
  };
}

function sumOf(values: readonly HoldingValue[], field: 'unrealized' | 'initial' | 'maintenance'): Cash {
  let total = ZERO_CASH;
  for (const value of values) total = plus(total, value[field]);
  return total;
}

function marginOfOrders(state: ExchangeState, account: AccountState, key: string, exposure: Exposure): Cash {
  const [symbol, side] = splitKey(key);
  const holding = holdingOf(account, symbol, side);
  const { value } = valueHolding(state, account, holding);
  return orderMargin(holding, value, exposure, settingsOf(account, symbol).leverage);
}

/** Symbol and side of the key of a position. */
export function splitKey(key: string): [symbol: string, side: PositionSide] {
  const [symbol = '', side = ''] = key.split(':');
  return [symbol, side === 'LONG' || side === 'SHORT' ? side : 'BOTH'];
}
