import { DAY_MS, type Instant, later, startOf } from '#base/time.ts';
import { type Beta, betaOf } from '#engine/stress/beta.ts';
import { BETA_ONE } from '#engine/stress/stressed-price.ts';
import type { KnownCloses } from '../known-closes.ts';

/** What the market is: other coins are measured against it. */
export const MARKET_SYMBOL = 'BTCUSDT';
/** Days of closes that a beta is measured from. */
export const BETA_DAYS = 90;
/** With fewer daily returns the measure says too little. */
export const BETA_RETURNS_MIN = 20;
/** A coin that seems to move more than ten times as much as the market was listed in a storm. */
const BETA_MAX = 10 * BETA_ONE;

/** The beta of a symbol in hundredths; `measured` is null where too little is stored, and `used` is 1 then. */
export interface MeasuredBeta {
  readonly used: number;
  readonly measured: number | null;
  readonly returns: number;
}

/** Betas of symbols against bitcoin, from the closes of the last UTC days. */
export async function measuredBetas(
  closes: KnownCloses,
  symbols: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, MeasuredBeta>> {
  const today = startOf(now, DAY_MS);
  const times = Array.from({ length: BETA_DAYS + 1 }, (_unused, index) => later(today, (index - BETA_DAYS) * DAY_MS));
  const known = await closes.at([...new Set([MARKET_SYMBOL, ...symbols])], times);
  const market = known.get(MARKET_SYMBOL) ?? [];
  return new Map(symbols.map((symbol) => [symbol, betaUsed(symbol, betaOf(known.get(symbol) ?? [], market))]));
}

function betaUsed(symbol: string, { slope, returns }: Beta): MeasuredBeta {
  if (symbol === MARKET_SYMBOL) return { used: BETA_ONE, measured: BETA_ONE, returns };
  if (slope === null || returns < BETA_RETURNS_MIN) return { used: BETA_ONE, measured: null, returns };
  const measured = Math.round(Math.max(-BETA_MAX, Math.min(BETA_MAX, slope * BETA_ONE)));
  return { used: measured, measured, returns };
}
