import { formatDecimal } from '#base/decimal.ts';
import { divide } from '#base/exact.ts';
import type { Trade } from '#web/api/trading-queries.ts';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { scaledDecimal } from '#web/ui/values/distance.ts';

/** What a cycle held at an instant, from its fills; amounts in USDT. */
export interface HeldThen {
  readonly quantity: string;
  readonly cost: string;
  /** Average entry price; null while flat. */
  readonly average: string | null;
  readonly stepsFilled: number;
  /** Gross result of what had been closed, less all fees; without funding. */
  readonly booked: string;
}

/** A count of 10^-12, as `scaledDecimal` gives it, per 10^-8. */
const PER_CASH = 10_000n;
const SCALE_DECIMALS = 12;
const CASH_DECIMALS = 8;

/**
 * Folds the fills of a cycle up to an instant. A partial close releases its share of the cost, rounded down at 1e-8; the
 * last one takes the rest.
 * @param trades - of one cycle, oldest first
 * @param time - UTC milliseconds; fills at it count
 */
export function foldFills(trades: readonly Trade[], direction: 'buy' | 'sell', time: number): HeldThen {
  const past = trades.filter(({ ts }) => Date.parse(ts) <= time);
  let [quantity, cost] = [0n, 0n];
  for (const trade of past) {
    const filled = scaledDecimal(trade.qty);
    if ((trade.side === 'BUY') === (direction === 'buy')) {
      quantity += filled;
      cost += scaledDecimal(trade.quoteQty) / PER_CASH;
    } else {
      cost -= quantity <= filled ? cost : (cost * filled) / quantity;
      quantity -= quantity <= filled ? quantity : filled;
    }
  }
  return {
    quantity: bigText(quantity, SCALE_DECIMALS),
    cost: formatDecimal(Number(cost), CASH_DECIMALS),
    average: quantity === 0n ? null : formatDecimal(divide(cost * 10n ** 12n, quantity, 'half-up'), CASH_DECIMALS),
    stepsFilled: new Set(past.flatMap(({ role, level }) => (role === 'safety' ? [level] : []))).size,
    booked: addDecimals(
      past.flatMap(({ exchangeRealizedPnl, commissionUsdt }) => [exchangeRealizedPnl, `-${commissionUsdt}`]),
    ),
  };
}

function bigText(count: bigint, decimals: number): string {
  const digits = String(count).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -decimals) : `${digits.slice(0, -decimals)}.${fraction}`;
}

/** Open result of what was held, at a price. */
export function openAt({ quantity, cost }: HeldThen, direction: 'buy' | 'sell', price: string): string {
  const value = divide(scaledDecimal(quantity) * scaledDecimal(price), 10n ** 16n, 'half-up');
  const worth = formatDecimal(value, CASH_DECIMALS);
  return direction === 'buy' ? addDecimals([worth, `-${cost}`]) : addDecimals([cost, `-${worth}`]);
}

/**
 * Initial margin of what was held. The leverage follows from the largest cost of the cycle and its peak margin; null where
 * they tell none.
 */
export function marginAt(
  held: HeldThen,
  trades: readonly Trade[],
  cycle: Readonly<{ direction: 'buy' | 'sell'; peakMargin: string }>,
): string | null {
  const costs = trades.map(({ ts }) => scaledDecimal(foldFills(trades, cycle.direction, Date.parse(ts)).cost));
  const largest = costs.reduce((most, cost) => (cost > most ? cost : most), 0n);
  const peak = scaledDecimal(cycle.peakMargin);
  if (peak <= 0n || largest <= 0n) return null;
  const leverage = BigInt(divide(largest, peak, 'half-up'));
  return leverage === 0n
    ? null
    : formatDecimal(divide(scaledDecimal(held.cost) / PER_CASH, leverage, 'ceil'), CASH_DECIMALS);
}
