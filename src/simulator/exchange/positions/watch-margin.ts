import { type Cash, ZERO_CASH } from '#base/exact.ts';
import { type AccountState, type ExchangeState, keyOf } from '../exchange-state.ts';
import { plus } from '../funds/worth.ts';
import { reduceCross, reduceIsolated } from './liquidate.ts';
import { isInBands, safeBands } from './safe-band.ts';
import { crossWallet, type HoldingValue, valuesOf } from './valuation.ts';

/** A warning is sent when maintenance margin reaches this share of the margin balance. */
const WARN_TENTHS = 8;

/** Checks the margin of an account at the current marks; warns or liquidates it. */
export function watchMargin(state: ExchangeState, account: AccountState): void {
  if (account.safe !== null && isInBands(state, account.safe)) return;
  const values = valuesOf(state, account);
  for (const value of values) if (value.settings.marginType === 'ISOLATED') watchIsolated(state, account, value);
  const crossed = values.filter(({ settings }) => settings.marginType === 'CROSSED');
  if (crossed.length > 0) watchCross(state, account, crossed);
  account.safe = safeBands(account, valuesOf(state, account));
}

function watchIsolated(state: ExchangeState, account: AccountState, value: HoldingValue): void {
  const { holding, unrealized, maintenance } = value;
  const balance = plus(holding.isolated, unrealized);
  if (balance <= maintenance) return reduceIsolated(state, account, value);
  warn(state, account, { key: keyOf(holding.symbol, holding.side), balance, maintenance, values: [value] });
}

function watchCross(state: ExchangeState, account: AccountState, values: readonly HoldingValue[]): void {
  let [balance, maintenance] = [crossWallet(account), ZERO_CASH];
  for (const value of values) {
    balance = plus(balance, value.unrealized);
    maintenance = plus(maintenance, value.maintenance);
  }
  if (balance <= maintenance) return reduceCross(state, account, values);
  warn(state, account, { key: 'CROSSED', balance, maintenance, values });
}

interface Danger {
  readonly key: string;
  readonly balance: Cash;
  readonly maintenance: Cash;
  readonly values: readonly HoldingValue[];
}

/** Sends one warning on becoming dangerous, and another only after being safe again. */
function warn(state: ExchangeState, account: AccountState, { key, balance, maintenance, values }: Danger): void {
  if (maintenance * 10 < balance * WARN_TENTHS) {
    account.warned.delete(key);
    return;
  }
  if (account.warned.has(key)) return;
  account.warned.add(key);
  state.tell(account, {
    kind: 'margin-call',
    time: state.at,
    crossWallet: crossWallet(account),
    positions: values.map(({ holding, settings, mark, unrealized, maintenance: margin }) => ({
      symbol: holding.symbol,
      positionSide: holding.side,
      quantity: holding.quantity,
      marginType: settings.marginType,
      isolatedWallet: holding.isolated,
      mark,
      unrealized,
      maintenanceMargin: margin,
    })),
  });
}
