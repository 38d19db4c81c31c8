import { cashFrom, cashText, formatDecimal } from '#base/decimal.ts';
import { add, type Cash, divide, larger, subtract } from '#base/exact.ts';
import type { LiveFunds } from '#contract/live.ts';
import type { Portfolio } from '../portfolio-queries.ts';

/**
 * A portfolio as loaded, with what it holds now. What its wallet has moved since is booked and not yet in the loaded
 * results; like the server, it counts as realised by open cycles, so that the parts still add up to the equity.
 */
export function withFunds(portfolio: Portfolio, funds: LiveFunds | null): Portfolio {
  if (funds === null) return portfolio;
  const { wallet, unrealized, initialMargin, committed } = funds;
  const equity = add(cashFrom(wallet), cashFrom(unrealized));
  const booked = subtract(cashFrom(wallet), cashFrom(portfolio.wallet));
  const peak = larger(cashFrom(portfolio.equityPeak), equity);
  return {
    ...portfolio,
    ...{ wallet, unrealized, initialMargin, committed },
    equity: cashText(equity),
    openRealized: cashText(add(cashFrom(portfolio.openRealized), booked)),
    equityPeak: cashText(peak),
    drawdownNowPercent: drawdownPercent(equity, peak),
    spark: [...portfolio.spark.slice(0, -1), cashText(equity)],
  };
}

const PERCENT_DECIMALS = 6;
const PERCENT_UNITS = 100n * 10n ** BigInt(PERCENT_DECIMALS);

function drawdownPercent(equity: Cash, peak: Cash): string {
  if (peak <= 0) return '0';
  return formatDecimal(divide(BigInt(equity - peak) * PERCENT_UNITS, BigInt(peak), 'half-up'), PERCENT_DECIMALS);
}
