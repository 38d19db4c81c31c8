import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, negate, sum, ZERO_CASH } from '#base/exact.ts';

/** The amounts of a cycle as in the API: decimal strings in USDT. */
export interface CycleAmounts {
  readonly gross: string;
  readonly commission: string;
  readonly funding: string;
  readonly liquidationFee: string;
}

export type WaterfallPart = 'price' | 'slippage' | 'fees' | 'funding' | 'liquidation';

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
  return stacked([
    ['price', add(cashFrom(cycle.gross), cashFrom(unrealized))],
    ['fees', negate(cashFrom(cycle.commission))],
    ['funding', cashFrom(cycle.funding)],
    ['liquidation', negate(cashFrom(cycle.liquidationFee))],
  ]);
}

/**
 * The exact parts of the result of ended cycles. The price move is that at the prices at which orders were decided: what
 * their fills cost beyond is a part of its own.
 */
export function costsOf(sums: CycleAmounts & { readonly slippage: string }): Waterfall {
  return stacked([
    ['price', add(cashFrom(sums.gross), cashFrom(sums.slippage))],
    ['fees', negate(cashFrom(sums.commission))],
    ['funding', cashFrom(sums.funding)],
    ['slippage', negate(cashFrom(sums.slippage))],
    ['liquidation', negate(cashFrom(sums.liquidationFee))],
  ]);
}

/** Bars of which each begins where the last one ended; no bar for a liquidation fee that was not paid. */
function stacked(parts: readonly (readonly [WaterfallPart, Cash])[]): Waterfall {
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
