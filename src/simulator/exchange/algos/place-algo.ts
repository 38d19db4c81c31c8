import { nextAlgoId, nextPriority } from '../counters.ts';
import { type AccountState, type ExchangeState, type OpenAlgo, symbolStateOf } from '../exchange-state.ts';
import { wholeSeconds } from '../orders/good-till-date.ts';
import { targetOf } from '../orders/order-target.ts';
import type { AlgoOrder } from '../rows.ts';
import { tellAlgo } from '../tell.ts';
import type { CheckedAlgo } from './check-algo.ts';
import { isReducing } from './check-algo.ts';
import { referencePrice } from './trigger-price.ts';

/** Places a checked conditional order, which from now on waits for its trigger. */
export function placeAlgo(state: ExchangeState, account: AccountState, checked: CheckedAlgo): AlgoOrder {
  const row = newRow(state, checked);
  const extreme = row.isActivated ? referencePrice(state, row.symbol, row.workingType) : null;
  const open: OpenAlgo = { account, row, priority: nextPriority(state), extreme };
  account.algos.set(row.algoId, open);
  symbolStateOf(state, row.symbol).algos.push(open);
  if (row.goodTillDate > 0) state.dated.add(open);
  tellAlgo(state, account, row);
  return row;
}

function newRow(state: ExchangeState, { request, ...amounts }: CheckedAlgo): AlgoOrder {
  const algoId = nextAlgoId(state);
  const target = targetOf({ ...request, reduceOnly: isReducing(request) });
  return {
    algoId,
    clientAlgoId: request.clientAlgoId ?? `sim-${algoId}`,
    orderType: request.type,
    symbol: request.symbol,
    side: request.side,
    positionSide: target.positionSide,
    timeInForce: request.timeInForce ?? 'GTC',
    status: 'NEW',
    ...amounts,
    quantity: request.closePosition === true ? null : amounts.quantity,
    workingType: request.workingType ?? 'CONTRACT_PRICE',
    priceMatch: request.priceMatch ?? 'NONE',
    selfTradePreventionMode: request.selfTradePreventionMode ?? 'EXPIRE_MAKER',
    closePosition: request.closePosition === true,
    priceProtect: request.priceProtect === true,
    reduceOnly: target.reduceOnly,
    isActivated: request.type === 'TRAILING_STOP_MARKET' && amounts.activatePrice === null,
    goodTillDate: request.timeInForce === 'GTD' ? wholeSeconds(request.goodTillDate ?? 0) : 0,
    createdAt: state.at,
    updatedAt: state.at,
    triggeredAt: null,
    orderId: null,
    rejectReason: '',
  };
}
