import { type Cash, cash, divide, RATE_ONE, type Ticks, ticks } from '#base/exact.ts';
import type { Bracket } from '../../model/instrument.ts';
import { type Direction, opposite, signOf } from '../../model/order.ts';
import type { Position } from '../../model/position.ts';
import type { LiquidationInput } from './liquidation-input.ts';
import { nearTrigger } from './near-liquidation.ts';

/** The mark price at which equity meets maintenance margin: `numerator / denominator` cash per step, not reduced. */
interface Root {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
  /** Whether a fall or a rise of the price liquidates. */
  readonly side: 'fall' | 'rise';
}

/** A maintenance tier; without a cap it never ends. */
type Tier = Omit<Bracket, 'cap'> & { readonly cap: Cash | null };

interface Leg {
  readonly sign: bigint;
  readonly quantity: bigint;
  readonly cost: bigint;
}

/**
 * Liquidation price by the venue's formula (domain document, 3.2), tiers tried in order until they hold at that price.
 * @returns 1e-8 USDT for one unit of the base asset, rounded half up; null when no reachable price liquidates
 */
export function liquidationPrice(input: LiquidationInput): Cash | null {
  const root = liquidationRoot(input);
  if (root === null) return null;
  const { units, decimals } = input.instrument.step;
  const price = divide(root.numerator * 10n ** BigInt(decimals), root.denominator * BigInt(units), 'half-up');
  return price > 0 && Number.isSafeInteger(price) ? cash(price) : null;
}

/**
 * The price on the tick grid at or beyond which a mark liquidates: floor for a fall, ceil for a rise.
 * Of two hedged legs only the one that the price moves against has a trigger.
 */
export function liquidationTrigger(input: LiquidationInput): Ticks | null {
  const near = nearTrigger(input);
  const price = near === 'unsure' ? exactTrigger(input) : near;
  return price !== null && price > 0 && Number.isSafeInteger(price) ? ticks(price) : null;
}

function exactTrigger(input: LiquidationInput): number | null {
  const root = liquidationRoot(input);
  if (root === null || (root.side === 'fall') !== (input.direction === 'buy')) return null;
  const denominator = root.denominator * BigInt(input.instrument.cashPerTickStep);
  return divide(root.numerator, denominator, root.side === 'fall' ? 'floor' : 'ceil');
}

function liquidationRoot(input: LiquidationInput): Root | null {
  const tiers = openEnded(input.instrument.brackets);
  const balance = BigInt(input.wallet) - BigInt(input.otherMaintenance) + BigInt(input.otherUnrealized);
  const leg = legOf(input.direction, input.position);
  if (input.hedge === undefined) return firstOf(tiers, (tier) => consistentRoot([{ leg, tier }], balance));
  const other = legOf(opposite(input.direction), input.hedge);
  return firstOf(tiers, (tier) =>
    firstOf(tiers, (otherTier) =>
      consistentRoot(
        [
          { leg, tier },
          { leg: other, tier: otherTier },
        ],
        balance,
      ),
    ),
  );
}

function legOf(direction: Direction, position: Pick<Position, 'quantity' | 'cost'>): Leg {
  return { sign: BigInt(signOf(direction)), quantity: BigInt(position.quantity), cost: BigInt(position.cost) };
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** The last tier applies without a cap, so that the largest positions are liquidated too. */
function openEnded(brackets: readonly Bracket[]): Tier[] {
  return brackets.map((bracket, index) => ({ ...bracket, cap: index === brackets.length - 1 ? null : bracket.cap }));
}

/** LP = (balance + Σ cum − Σ d·C) / Σ Q·(MMR − d) with each leg's tier; null when a tier does not hold at that price. */
function consistentRoot(legs: readonly { leg: Leg; tier: Tier }[], balance: bigint): Root | null {
  const one = BigInt(RATE_ONE);
  let [top, bottom] = [balance, 0n];
  for (const { leg, tier } of legs) {
    top += BigInt(tier.cumulative) - leg.sign * leg.cost;
    bottom += leg.quantity * (BigInt(tier.maintenanceRate) - leg.sign * one);
  }
  if (bottom === 0n) return null; // Equity and maintenance move alike: no price liquidates.
  const root: Root =
    bottom < 0n
      ? { numerator: -top * one, denominator: -bottom, side: 'fall' }
      : { numerator: top * one, denominator: bottom, side: 'rise' };
  return legs.every(({ leg, tier }) => holdsAt(tier, leg.quantity * root.numerator, root.denominator)) ? root : null;
}

/** Whether the tier holds a notional given as a ratio: `floor <= notional < cap`. */
function holdsAt(tier: Tier, numerator: bigint, denominator: bigint): boolean {
  if (numerator <= 0n || numerator < BigInt(tier.floor) * denominator) return false;
  return tier.cap === null || numerator < BigInt(tier.cap) * denominator;
}
