import type { Chance } from '#base/prng.ts';
import type { BotCommand, CommandPrices } from '#engine/model/bot.ts';
import { DEAL_KINDS, type Direction } from '#engine/model/order.ts';

/** A random deal by hand, or a random attempt to take one back: many are refused, and none may break the books. */
export function randomDeal(dice: Chance, botId: string, prices: CommandPrices): BotCommand {
  const symbol = dice.pick(['ETHUSDT', 'DOGEUSDT']);
  const direction = dice.pick<Direction>(['buy', 'sell']);
  if (dice.next() < 0.15) {
    const place = { cycleSeq: dice.between(1, 3), order: dice.between(1, 12) };
    return { type: 'undo-deal', botId, symbol, direction, ...place };
  }
  const kind = dice.pick(DEAL_KINDS);
  const isLimit = kind !== 'close' && dice.next() < 0.4;
  const price = priceNear(dice, symbol, prices);
  return {
    ...{ type: 'order-deal', botId, symbol, direction, kind, prices },
    orderType: isLimit ? 'limit' : 'market',
    price: isLimit || kind === 'adopt' ? price : null,
    size: kind === 'close' ? null : sizeOf(dice, kind === 'reduce'),
  };
}

function sizeOf(dice: Chance, isReduction: boolean) {
  const percent = { unit: 'percent', value: dice.pick(['10', '33.333', '100']) } as const;
  return isReduction ? percent : dice.pick([percent, { unit: 'notional', value: dice.pick(['60', '444.4']) } as const]);
}

/** ETHUSDT is counted in cents, DOGEUSDT in 1e-5 USDT. */
function priceNear(dice: Chance, symbol: string, prices: CommandPrices): string {
  const ticks = Math.max(1, Math.round((prices[symbol] ?? 1) * (0.99 + dice.next() * 0.02)));
  return symbol === 'ETHUSDT' ? (ticks / 100).toFixed(2) : (ticks / 100_000).toFixed(5);
}
