import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, negate, sum, ZERO_CASH } from '#base/exact.ts';

/** The amounts of a cycle as in the API: decimal strings in USDT. */
export interface CycleAmounts {
  readonly gross: string;
  readonly commission: string;
  readonly funding: string;
  readonly liquidationFee: string;
}

export type WaterfallPart = 'price' | 'fees' | 'funding' | 'liquidation';

export interface WaterfallStep {
  readonly part: WaterfallPart;
  readonly amount: string;
  /** Start and end of its bar on the common scale, in cash. */
  readonly from: Cash;
  readonly to: Cash;
}

export interface Waterfall {
  readonly steps: readonly WaterfallStep[];
  readonly result: string;
  /** Ends of the common scale, which includes zero. */
  readonly low: Cash;
  readonly high: Cash;
}

/**
 * The exact parts of a result: price move, fees, funding, and the liquidation fee if there was one.
 * @param unrealized open price move of the cycle, a decimal string; "0" once it has ended
 */
export function waterfallOf(cycle: CycleAmounts, unrealized: string): Waterfall {
  const parts: readonly (readonly [WaterfallPart, Cash])[] = [
    ['price', add(cashFrom(cycle.gross), cashFrom(unrealized))],
    ['fees', negate(cashFrom(cycle.commission))],
    ['funding', cashFrom(cycle.funding)],
    ['liquidation', negate(cashFrom(cycle.liquidationFee))],
  ];
  let reached: Cash = ZERO_CASH;
  const steps = parts
    .filter(([part, amount]) => part !== 'liquidation' || amount !== 0)
    .map(([part, amount]): WaterfallStep => {
      const from = reached;
      reached = add(reached, amount);
      return { part, amount: cashText(amount), from, to: reached };
    });
  const marks = [ZERO_CASH, ...steps.map((step) => step.to)];
  return {
    steps,
    result: cashText(sum(parts.map(([, amount]) => amount))),
    low: marks.reduce((a, b) => (b < a ? b : a)),
    high: marks.reduce((a, b) => (b > a ? b : a)),
  };
}
