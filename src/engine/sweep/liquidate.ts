import { add, type Cash, larger, negate, share, smaller, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { notional } from '../model/instrument.ts';
import type { SweepAtom } from './atom.ts';
import { takeByForce } from './fills.ts';
import { priceAt, type SweepRun } from './run.ts';

/**
 * Liquidates at a signed price, as the account does. Isolated: the whole wallet of the position is lost, and no more.
 * Cross: both directions are closed at the same price with the liquidation fee on their value; the venue takes no more
 * than the wallet holds.
 */
export function liquidate(run: SweepRun, atom: SweepAtom, signed: number): void {
  const price = priceAt(atom, signed);
  run.fill.price = price;
  if (!atom.isIsolated) return liquidateShared(run, atom, price);
  const wallet = atom.isolatedWallet;
  const gross = larger(unrealizedAt(atom, price), negate(wallet));
  takeByForce(run, atom, { gross, fee: add(wallet, gross) });
}

function liquidateShared(run: SweepRun, hit: SweepAtom, price: Ticks): void {
  const other = hit === run.first ? run.second : run.first;
  const atoms = other !== null && other.position.quantity > 0 ? [hit, other] : [hit];
  const left = atoms.reduce((total, atom) => add(total, unrealizedAt(atom, price)), run.wallet);
  let [forFees, missing] = [larger(left, ZERO_CASH), larger(negate(left), ZERO_CASH)];
  for (const atom of atoms) {
    const gross = unrealizedAt(atom, price);
    const forgiven = smaller(missing, larger(negate(gross), ZERO_CASH));
    const fee = smaller(feeAt(atom, price), forFees);
    missing = subtract(missing, forgiven);
    forFees = subtract(forFees, fee);
    takeByForce(run, atom, { gross: add(gross, forgiven), fee });
  }
}

/** Open result of a position at a mark. */
export function unrealizedAt({ instrument, position, sign }: SweepAtom, mark: Ticks): Cash {
  if (position.quantity === 0) return ZERO_CASH;
  const value = notional(instrument, mark, position.quantity);
  return sign === 1 ? subtract(value, position.cost) : subtract(position.cost, value);
}

function feeAt({ instrument, position }: SweepAtom, price: Ticks): Cash {
  return share(notional(instrument, price, position.quantity), instrument.liquidationFee, 'half-up');
}
