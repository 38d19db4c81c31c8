import type { Bracket } from '#engine/model/instrument.ts';
import { cumulativeAmounts } from '#engine/risk/margin/margin.ts';
import { readCash, readRate } from './read-decimal.ts';

/** What an ordinary account without discounts pays; an account's own rates are read with its key. */
export const MAKER_FEE = readRate('0.0002');
export const TAKER_FEE = readRate('0.0005');

/**
 * Maintenance tiers until a key has read the real ones: floor and cap in USDT, maintenance rate, largest leverage.
 * Stricter than those of any liquid contract, so that the real ones allow whatever these allow.
 */
const CAUTIOUS_TIERS = [
  ['0', '5000', '0.02', 20],
  ['5000', '50000', '0.05', 10],
  ['50000', '500000', '0.1', 5],
  ['500000', '50000000', '0.25', 2],
] as const;

/** The tiers for a contract whose own tiers are unknown. */
export function cautiousBrackets(): readonly Bracket[] {
  return cumulativeAmounts(
    CAUTIOUS_TIERS.map(([floor, cap, maintenanceRate, leverageMax]) => ({
      floor: readCash(floor),
      cap: readCash(cap),
      maintenanceRate: readRate(maintenanceRate),
      leverageMax,
    })),
  );
}
