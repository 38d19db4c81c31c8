import { FAR, type TwinWalk } from './twin-walk.ts';

/**
 * Where each rule acts, on the side of the position: prices times its sign, so that the losing side lies below for both
 * directions, and neutral where there is none.
 */
export interface TwinRules {
  /** The next safety order; it is met beyond its price, the others of the losing side at theirs. */
  readonly level: number;
  readonly stop: number;
  readonly trail: number;
  readonly liquidation: number;
  /** An armed trailing exit moves beyond its best price. */
  readonly raise: number;
  /** A limit is met beyond its price, a market exit and the arming of a trailing one at it. */
  readonly limitProfit: number;
  readonly marketProfit: number;
}

export function rulesOf(walk: TwinWalk): TwinRules {
  const { plan, quantity, level, levelPrice, stop, trail, liquidation, extreme, takeProfit } = walk;
  const loss = (isThere: boolean, price: number) => (quantity > 0 && isThere ? plan.sign * price : -FAR);
  const win = (isThere: boolean, price: number) => (quantity > 0 && isThere ? plan.sign * price : FAR);
  const isTouch = plan.trailing > 0 || plan.isMarketExit;
  const isWanted = takeProfit !== 0 && extreme === 0;
  return {
    level: loss(level <= plan.levels.length, levelPrice),
    stop: loss(stop !== 0, stop),
    trail: loss(trail !== 0, trail),
    liquidation: loss(liquidation !== 0, liquidation),
    raise: win(extreme !== 0, extreme),
    limitProfit: win(isWanted && !isTouch, takeProfit),
    marketProfit: win(isWanted && isTouch, takeProfit),
  };
}
