import { assert } from '#base/assert.ts';
import { ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Account, AccountInSimulation } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { FLAT } from '#engine/model/position.ts';
import type { AccountRecord, OrderRecord } from '#engine/model/record.ts';
import type { DealEffect, DealPosition } from '#ports/runtime.ts';

type OrderDeal = Extract<BotCommand, { type: 'order-deal' }>;

/** What the atom of a deal holds now. */
export function dealPosition(account: Account, { botId, symbol, direction }: OrderDeal): DealPosition {
  const isPlace = (one: Pick<OrderDeal, 'symbol' | 'direction'>) =>
    one.symbol === symbol && one.direction === direction;
  const cycle = account.bot(botId)?.bot.atoms.find(isPlace)?.cycle ?? null;
  const view = account.views(botId).find(isPlace);
  const { quantity, cost } = cycle?.position ?? FLAT;
  return {
    ...{ quantity, cost },
    takeProfit: view?.takeProfitPrice ?? null,
    stopLoss: view?.stopLossPrice ?? null,
    liquidation: view?.liquidationPrice ?? null,
    initialMargin: view?.initialMargin ?? ZERO_CASH,
    committed: cycle?.committedMargin ?? ZERO_CASH,
  };
}

/**
 * What comes of a deal that a copy of the account has just placed. The copy fills it, so that the figures are those of the
 * code that trades.
 * @param before - the position before the deal, from `dealPosition`
 */
export function foreseeDeal(
  account: AccountInSimulation,
  command: OrderDeal,
  told: { readonly before: DealPosition; readonly records: readonly AccountRecord[]; readonly at: Instant },
): DealEffect {
  const order = told.records.find(isDeal);
  assert(order !== undefined, 'a deal is an order');
  const isFilled = order.state === 'FILLED';
  const fill = isFilled ? null : account.fillDeal(order, told.at);
  return { symbol: command.symbol, fill, before: told.before, after: dealPosition(account, command) };
}

function isDeal(record: AccountRecord): record is OrderRecord {
  return record.type === 'order' && record.order.role === 'manual';
}
