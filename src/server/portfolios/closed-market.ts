import { DAY_MINUTES, type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { commonMinutes, idleFrom } from '#engine/schedule/closed-days.ts';
import { minutesIn } from '#engine/schedule/minute-holes.ts';
import type { MinuteSpan } from '#market/store/span-set.ts';
import type { MarketServices } from '../market/market-services.ts';

type Market = Pick<MarketServices, 'history' | 'listings'>;

/** Minutes are counted from the epoch. */
const EPOCH = { start: instantOf(0) };

/**
 * The minutes in which none of some contracts has a market: they are not listed yet, or the exchange has confirmed that it has no such
 * candles. Empty without a contract, and where they are less than a day.
 */
export async function closedMarket(
  market: Market,
  { symbols, first }: { readonly symbols: readonly string[]; readonly first: Instant },
): Promise<readonly Stretch[]> {
  const whole = { from: Math.floor(first / MINUTE_MS), to: Number.MAX_SAFE_INTEGER };
  let closed: readonly Stretch[] = [whole];
  for (const symbol of symbols) {
    closed = commonMinutes(closed, await closedOf(market, symbol));
    if (minutesIn(closed, whole) < DAY_MINUTES) return [];
  }
  return symbols.length === 0 ? [] : closed;
}

async function closedOf({ history, listings }: Market, symbol: string): Promise<readonly Stretch[]> {
  const { present, absent } = await history(symbol);
  const known = [listings().get(symbol)?.onboardDate, present[0]?.from].filter((begin) => begin !== undefined);
  const begin = known.length === 0 ? EPOCH.start : instantOf(Math.min(...known));
  const later = absent.filter(({ to }) => to > begin);
  return [{ from: EPOCH.start, to: begin }, ...later.map((span) => cutTo(span, begin))].map(({ from, to }) => ({
    from: from / MINUTE_MS,
    to: to / MINUTE_MS,
  }));
}

function cutTo({ from, to }: MinuteSpan, begin: Instant): MinuteSpan {
  return { from: instantOf(Math.max(from, begin)), to };
}

/** Marks the points of an equity curve that follow a day without a market. */
export function withIdleDays(curve: readonly EquityPoint[], closed: readonly Stretch[]): readonly EquityPoint[] {
  return curve.map((point) => (idleFrom(closed, EPOCH, point.at) ? { ...point, isIdle: true } : point));
}
