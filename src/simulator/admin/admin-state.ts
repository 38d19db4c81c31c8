import { cashText, trimDecimal } from '#base/decimal.ts';
import type { Ticks } from '#base/exact.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AlgoOrder, ExchangeOrder, PositionView } from '../exchange/rows.ts';
import type { ApiKey, Simulation } from '../simulation.ts';
import type { WireParts } from './wire-acts.ts';

/** Everything that the page shows, with decimals as strings and without secrets. */
export function adminState({ simulation, faults, streams }: WireParts): object {
  const now = simulation.now();
  const { market } = simulation;
  const symbols = [...market.symbols.values()].map(({ instrument }) => {
    const price = (value: Ticks | null): string | null => (value === null ? null : priceText(instrument, value));
    const { symbol } = instrument;
    return {
      symbol,
      status: market.status(symbol, now),
      last: price(market.last(symbol, now)),
      mark: price(market.mark(symbol, now)),
    };
  });
  return {
    marketTime: now,
    wallTime: simulation.wallMs(),
    clock: simulation.clock,
    pace: simulation.pace(),
    ...streams.counts(),
    profile: faults.profile().name,
    faults: faults.list(),
    symbols: symbols.filter(({ status }) => status !== null),
    accounts: accountsState(simulation),
  };
}

function accountsState(simulation: Simulation): readonly object[] {
  const byAccount = Map.groupBy(simulation.keys(), ({ accountId }) => accountId);
  return [...byAccount].map(([accountId, keys]) => accountState(simulation, accountId, keys));
}

function accountState(simulation: Simulation, accountId: string, keys: readonly ApiKey[]): object {
  const instrumentOf = (symbol: string): Instrument => {
    const listed = simulation.market.symbols.get(symbol);
    if (listed === undefined) throw new Error(`Internal error: expected that ${symbol} is listed`);
    return listed.instrument;
  };
  return simulation.read((exchange) => {
    const account = exchange.account(accountId);
    const positions = exchange.positions(accountId, 'open', null).filter(({ quantity }) => quantity !== 0);
    return {
      accountId,
      label: keys[0]?.label ?? '',
      keys: keys.map(({ apiKey, canTrade, canWithdraw, isIpRestricted }) => ({
        apiKey,
        canTrade,
        canWithdraw,
        isIpRestricted,
      })),
      wallet: cashText(account.walletBalance),
      marginBalance: cashText(account.marginBalance),
      available: cashText(account.available),
      isDualSide: account.isDualSide,
      positions: positions.map((position) => positionState(position, instrumentOf(position.symbol))),
      orders: exchange.openOrders(accountId, null).map((order) => orderState(order, instrumentOf(order.symbol))),
      conditionals: exchange.openAlgos(accountId, null).map((algo) => algoState(algo, instrumentOf(algo.symbol))),
    };
  });
}

function positionState(position: PositionView, instrument: Instrument): object {
  return {
    symbol: position.symbol,
    positionSide: position.positionSide,
    quantity: quantityText(instrument, position.quantity),
    entry: trimDecimal(cashText(position.entryPrice)),
    mark: priceText(instrument, position.mark),
    unrealized: cashText(position.unrealized),
    liquidation: position.liquidationPrice === 0 ? null : trimDecimal(cashText(position.liquidationPrice)),
    leverage: position.leverage,
  };
}

function orderState(order: ExchangeOrder, instrument: Instrument): object {
  return {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    symbol: order.symbol,
    side: order.side,
    positionSide: order.positionSide,
    type: order.type,
    price: order.price === null ? null : priceText(instrument, order.price),
    quantity: quantityText(instrument, order.quantity),
    executed: quantityText(instrument, order.executed),
  };
}

function algoState(algo: AlgoOrder, instrument: Instrument): object {
  return {
    algoId: algo.algoId,
    clientAlgoId: algo.clientAlgoId,
    symbol: algo.symbol,
    side: algo.side,
    positionSide: algo.positionSide,
    type: algo.orderType,
    price: algo.triggerPrice === null ? null : priceText(instrument, algo.triggerPrice),
    quantity: algo.quantity === null ? null : quantityText(instrument, algo.quantity),
  };
}
