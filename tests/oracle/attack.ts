import { cash, steps } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { Position } from '#engine/model/position.ts';
import { CENTIMICRO, type Exact, exact } from './exact.ts';
import { nearWhole, type Solutions } from './near-boundary.ts';
import { oracleInstrument } from './random-case.ts';
import { randomInstrument } from './random-instrument.ts';

/** One calculation whose exact result lies on or next to a rounding boundary, done by both sides. */
export interface Probe {
  readonly engine: () => number | null;
  readonly oracle: () => number | null;
  /** Whether the result lies on the attacked boundary; omitted when the oracle's only rounding shows it. */
  readonly isOn?: () => boolean;
}

/** Draws one calculation; null when the drawn figures reach no boundary in range. */
export type Attack = (dice: Chance) => Probe | null;

export const RATE = 100_000_000n;
/** The largest cash amount that leaves room for its formulas. */
export const CASH_MAX = 2n ** 52n;
export const SIGNS = { buy: 1, sell: -1 } as const;

/** Distance from the boundary in smallest units: none, one, or any number small enough to leave a float in doubt. */
export const beside = (dice: Chance): bigint =>
  dice.pick([0n, 0n, 1n, -1n, 2n ** BigInt(dice.between(1, 50)) * dice.pick([1n, -1n])]);
export const wayOf = (dice: Chance) => dice.pick(['buy', 'sell'] as const);
export const percentOf = (count: number): string => exact(count).div(1e6).toFixed();
export const usdtOf = (count: bigint | number): Exact => exact(String(count)).times(CENTIMICRO);
export const toCash = (count: bigint) => cash(Number(count));

/** One of the solutions below a bound, or null. */
export function below(dice: Chance, { first, period }: Solutions, max: bigint): bigint | null {
  if (first > max) return null;
  const more = (max - first) / period;
  const among = more > 1_000_000n ? dice.pick([1_000_000n, more]) : more;
  return first + period * BigInt(Math.floor(dice.next() * (Number(among) + 1)));
}

/** A whole number of a random magnitude. */
export function sized(dice: Chance, max: number): number {
  return Math.max(1, Math.floor(Math.exp(dice.next() * Math.log(max))));
}

export interface Ground {
  readonly instrument: Instrument;
  readonly terms: ReturnType<typeof oracleInstrument>;
  readonly way: 'buy' | 'sell';
  readonly d: 1 | -1;
}

export function ground(dice: Chance): Ground {
  const instrument = randomInstrument(dice);
  const way = wayOf(dice);
  return { instrument, terms: oracleInstrument(instrument, '0'), way, d: SIGNS[way] };
}

export const inTicks = (price: Exact | null, { terms }: Ground): number | null =>
  price === null ? null : price.div(terms.tick).toNumber();
export const aboveZero = (price: number): number | null => (price > 0 ? price : null);

export function paramsOf(on: Ground, input: Partial<LadderParamsInput>): LadderParams {
  return ladderParams.parse({ direction: on.way, baseOrderSize: '100', ...input });
}

export const SIZE_MAX = 10n ** 15n; // 10,000,000 USDT, the largest order size.

/** A price that lies on or next to a tick once it is moved by a rate against the position. */
export function movedPrice(dice: Chance, d: 1 | -1, countMax: number): { count: number; price: number } | null {
  const count = dice.between(10_000, countMax);
  const factor = RATE - BigInt(d) * BigInt(count);
  if (factor <= 0n) return null;
  const price = below(
    dice,
    nearWhole({ alpha: factor, beta: 0n }, RATE, beside(dice)),
    dice.pick([10n ** 8n, 2n ** 45n]),
  );
  return price === null || price === 0n ? null : { count, price: Number(price) };
}
export interface Held {
  readonly quantity: number;
  readonly cost: bigint;
  readonly fees: bigint;
  readonly fundingPaid: bigint;
}

export const positionOf = ({ quantity, cost, fees, fundingPaid }: Held): Position => ({
  quantity: steps(quantity),
  cost: toCash(cost),
  fees: toCash(fees),
  fundingPaid: toCash(fundingPaid),
});
