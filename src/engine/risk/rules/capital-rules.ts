import { cashText, trimDecimal } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { add, type Cash } from '#base/exact.ts';
import { bracketAt } from '../margin/margin.ts';
import { type CheckedSide, groupedAmount, type Rule } from './reason.ts';

/** The leverage must not exceed the maximum of the tier that the full ladder falls into. */
export const leverageIsGiven: Rule = (side) => {
  const cost = side.levels.at(-1)?.position.cost;
  if (cost === undefined) return [];
  const tier = bracketAt(side.instrument, cost);
  const { leverage } = side.ladder;
  if (cost >= tier.cap) return [aboveEveryTier(side, cost, tier.cap)];
  if (leverage <= tier.leverageMax) return [];
  const notional = trimDecimal(cashText(cost));
  return [
    {
      code: 'LEVERAGE_ABOVE_BRACKET',
      detail: `The full ladder is worth ${groupedAmount(notional)}; at that size ${side.instrument.symbol} allows a leverage of at most ${tier.leverageMax}×, not ${leverage}×. Lower the leverage or the sizes.`,
      path: ['leverage'],
      figures: { leverage, leverageMax: tier.leverageMax, notional, direction: side.direction },
    },
  ];
};

function aboveEveryTier(side: CheckedSide, cost: Cash, cap: Cash): Reason {
  const [notional, notionalMax] = [trimDecimal(cashText(cost)), trimDecimal(cashText(cap))];
  return {
    code: 'LEVERAGE_ABOVE_BRACKET',
    detail: `The full ladder is worth ${groupedAmount(notional)}, above the ${groupedAmount(notionalMax)} that ${side.instrument.symbol} allows at any leverage. Lower the sizes.`,
    path: ['leverage'],
    figures: { leverage: side.ladder.leverage, leverageMax: 0, notional, notionalMax, direction: side.direction },
  };
}

/** The exchange limits the number of resting orders per symbol; both directions share the limit. */
export const ordersFit: Rule = ({ ladder, instrument, takeProfit, stopLoss }) => {
  const exits = Number(takeProfit !== null && ladder.trailing === null) + Number(stopLoss !== null);
  const directions = ladder.direction === 'both' ? 2 : 1;
  const orders = directions * (ladder.activeSafetyOrders + exits);
  if (orders <= instrument.ordersMax) return [];
  return [
    {
      code: 'TOO_MANY_ORDERS',
      detail: `${orders} orders would rest at once; ${instrument.symbol} allows at most ${instrument.ordersMax}. Let fewer steps rest at once.`,
      path: ['activeSafetyOrders'],
      figures: { orders, ordersMax: instrument.ordersMax },
    },
  ];
};

/** The full ladder's margin and entry fees must fit into the wallet. */
export const walletCoversLadder: Rule = (side) => {
  const committed = committedBy(side);
  if (side.wallet === null || committed === null || committed <= side.wallet) return [];
  const figures = { needed: trimDecimal(cashText(committed)), wallet: trimDecimal(cashText(side.wallet)) };
  return [
    {
      code: 'INSUFFICIENT_MARGIN',
      detail: `The full ladder needs ${groupedAmount(figures.needed)}, but the wallet holds ${groupedAmount(figures.wallet)}. Lower the sizes or raise the leverage.`,
      path: ['baseOrderSize'],
      figures: { ...figures, direction: side.direction },
    },
  ];
};

/** The full ladder's margin and entry fees must fit into what the portfolio's limit leaves. */
export const limitCoversLadder: Rule = (side) => {
  const committed = committedBy(side);
  if (side.limitLeft === null || committed === null || committed <= side.limitLeft) return [];
  const figures = { needed: trimDecimal(cashText(committed)), limitLeft: trimDecimal(cashText(side.limitLeft)) };
  return [
    {
      code: 'PORTFOLIO_LIMIT_EXCEEDED',
      detail: `The full ladder needs ${groupedAmount(figures.needed)}, but the portfolio limit leaves ${groupedAmount(figures.limitLeft)}. Raise the limit or lower the sizes.`,
      path: ['baseOrderSize'],
      figures: { ...figures, direction: side.direction },
    },
  ];
};

function committedBy({ levels }: CheckedSide): Cash | null {
  const last = levels.at(-1);
  return last === undefined ? null : add(last.initialMargin, last.position.fees);
}
