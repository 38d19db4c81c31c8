import { RATE_ONE } from '#base/exact.ts';
import type { Bracket } from '../../model/instrument.ts';
import { signOf } from '../../model/order.ts';
import { FLOAT_ERROR } from '../ladder/near-rounding.ts';
import type { LiquidationInput } from './liquidation-input.ts';

type Tier = Omit<Bracket, 'leverageMax'> | typeof NO_TIER;

/** The hedge of a position without one. */
const NO_HEDGE = { quantity: 0, cost: 0 };
const NO_TIER = { floor: 0, cap: Number.POSITIVE_INFINITY, maintenanceRate: 0, cumulative: 0 };
const NO_TIERS = [NO_TIER];

/** When two hedged legs almost cancel, the error exceeds this share, and float64 cannot decide. */
const ERROR_MAX = 2 ** -20;

/**
 * The result of `liquidationTrigger` from float64 alone.
 *
 * @returns null when no reachable price liquidates; 'unsure' when float64 cannot decide: next to a whole tick or the end
 *   of a tier, hedged legs that almost cancel, amounts beyond 2^53
 */
export function nearTrigger(input: LiquidationInput): number | null | 'unsure' {
  const root = nearRoot(input);
  if (root === null || root === 'unsure') return root;
  if ((root.side === 'fall') !== (input.direction === 'buy')) return null;
  const round = root.side === 'fall' ? Math.floor : Math.ceil;
  const price = root.price / input.instrument.cashPerTickStep;
  const low = round(price * (1 - root.error));
  return low === round(price * (1 + root.error)) ? low : 'unsure';
}

/** The price at which equity meets maintenance margin, cash per step, in float64. */
interface NearRoot {
  readonly price: number;
  /** A bound of the relative error of the price; infinite when there is none. */
  readonly error: number;
  /** Whether a fall or a rise of the price liquidates. */
  readonly side: 'fall' | 'rise';
}

/** The float64 counterpart of `liquidationRoot`, with the tiers tried in the same order. */
function nearRoot(input: LiquidationInput): NearRoot | null | 'unsure' {
  const tiers = input.instrument.brackets;
  for (const tier of tiers) {
    for (const hedgeTier of input.hedge === undefined ? NO_TIERS : tiers) {
      const root = rootIn(input, tier, hedgeTier);
      const fit = fitOf(root, input, { tier, hedgeTier });
      if (fit !== 'no') return fit === 'yes' ? root : 'unsure';
    }
  }
  return null;
}

/**
 * LP = (balance + Σ cum − Σ d·C) / Σ Q·(MMR − d), as `consistentRoot` computes it.
 *
 * Proof of the error: the top is a sum of whole numbers and exact as long as their magnitudes sum to less than 2^53. The
 * bottom errs by less than 2^-51 of the sum of its magnitudes. The five operations that make a notional or a price in
 * ticks of them err by 2^-53 each. Together that is less than 2^-49 of the result, times the share of the bottom
 * that its terms did not cancel; FLOAT_ERROR is 2^-46.
 */
function rootIn(input: LiquidationInput, tier: Tier, hedgeTier: Tier): NearRoot {
  const { position, wallet, otherMaintenance, otherUnrealized, hedge = NO_HEDGE } = input;
  const sign = signOf(input.direction);
  const amounts = tier.cumulative + hedgeTier.cumulative;
  const top = wallet - otherMaintenance + otherUnrealized + amounts - sign * position.cost + sign * hedge.cost;
  const others = Math.abs(otherMaintenance) + Math.abs(otherUnrealized) + Math.abs(amounts);
  const topSize = Math.abs(wallet) + others + position.cost + hedge.cost;
  const own = position.quantity * (tier.maintenanceRate - sign * RATE_ONE);
  const other = hedge.quantity * (hedgeTier.maintenanceRate + sign * RATE_ONE);
  const bottom = own + other;
  const isExact = topSize <= Number.MAX_SAFE_INTEGER && bottom !== 0;
  return {
    price: (top * RATE_ONE) / bottom,
    error: isExact ? ((Math.abs(own) + Math.abs(other)) / Math.abs(bottom)) * FLOAT_ERROR : Number.POSITIVE_INFINITY,
    side: bottom < 0 ? 'fall' : 'rise',
  };
}

type Fit = 'yes' | 'no' | 'unsure';

/** Whether the tiers apply to the notionals at the price. */
function fitOf(
  root: NearRoot,
  { instrument, position, hedge }: LiquidationInput,
  { tier, hedgeTier }: { tier: Tier; hedgeTier: Tier },
): Fit {
  if (root.error > ERROR_MAX) return 'unsure';
  if (root.price <= 0) return 'no'; // The sign is certain: that of an exact top over a bottom far from zero.
  const last = instrument.brackets.at(-1);
  const own = holds(tier, root, { quantity: position.quantity, isEndless: tier === last });
  if (own !== 'yes' || hedge === undefined) return own;
  return holds(hedgeTier, root, { quantity: hedge.quantity, isEndless: hedgeTier === last });
}

function holds(
  tier: Tier,
  { price, error }: NearRoot,
  { quantity, isEndless }: { quantity: number; isEndless: boolean },
): Fit {
  const [low, high] = [price * quantity * (1 - error), price * quantity * (1 + error)];
  if (low >= tier.floor && (isEndless || high < tier.cap)) return 'yes';
  return high < tier.floor || (!isEndless && low >= tier.cap) ? 'no' : 'unsure';
}
