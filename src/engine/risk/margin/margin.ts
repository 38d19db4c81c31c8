import { assert } from '#base/assert.ts';
import { type Cash, cash, multiplyDivide, type Rate, share, subtract, ZERO_CASH } from '#base/exact.ts';
import type { Bracket, Instrument } from '../../model/instrument.ts';

/** Initial margin of a position of this cost; rounded up. */
export function initialMargin(cost: Cash, leverage: number): Cash {
  return cash(multiplyDivide(cost, 1, leverage, 'ceil'));
}

/** The tier of a notional; the last tier also applies beyond its cap. */
export function bracketAt(instrument: Instrument, notional: Cash): Bracket {
  const bracket = instrument.brackets.find((tier) => notional < tier.cap) ?? instrument.brackets.at(-1);
  assert(bracket !== undefined, `${instrument.symbol} has maintenance tiers`);
  return bracket;
}

/** The least equity that keeps a position of this notional from being liquidated; rounded up. */
export function maintenanceMargin(instrument: Instrument, notional: Cash): Cash {
  const { maintenanceRate, cumulative } = bracketAt(instrument, notional);
  return subtract(share(notional, maintenanceRate, 'ceil'), cumulative);
}

/**
 * Completes maintenance tiers, lowest first, with the amounts that keep the margin continuous from tier to tier:
 * cum_n = floor_n · (rate_n − rate_(n−1)) + cum_(n−1) (domain document, 3.2).
 */
export function cumulativeAmounts(tiers: readonly Omit<Bracket, 'cumulative'>[]): Bracket[] {
  const brackets: Bracket[] = [];
  for (const tier of tiers) {
    const before = brackets.at(-1);
    const rise: Rate = before ? subtract(tier.maintenanceRate, before.maintenanceRate) : tier.maintenanceRate;
    const added = share(tier.floor, rise, 'half-up');
    brackets.push({ ...tier, cumulative: cash((before?.cumulative ?? ZERO_CASH) + added) });
  }
  return brackets;
}
