import { add, type Cash, larger, negate, share, smaller, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { applyReport } from '../account/apply-event.ts';
import { allAtoms, type RunningAccount } from '../account/running-account.ts';
import { isCross, type RunningAtom } from '../account/running-bot.ts';
import { markOf, sharedBalance } from '../account/valuation/shared-wallet.ts';
import { unrealizedOf } from '../account/valuation/unrealized.ts';
import type { Cycle } from '../model/cycle.ts';
import { notional } from '../model/instrument.ts';

interface Hit {
  readonly price: Ticks;
  readonly at: Instant;
}

/**
 * Liquidates a position. Isolated: the whole wallet of the position is lost, and no more. Cross: every position on the
 * shared wallet is closed, those of the same symbol at the same price, the others at their marks, with the liquidation
 * fee on their value; the venue takes no more than the shared wallet holds.
 */
export function liquidateAtom(account: RunningAccount, atom: RunningAtom, hit: Hit): void {
  const { cycle } = atom.state;
  if (cycle === null) return;
  if (isCross(atom, cycle)) return liquidateShared(account, atom, hit);
  const wallet = cycle.isolatedWallet;
  // The whole isolated wallet is lost and no more: the fee takes whatever the price left of it.
  const gross = larger(unrealizedOf(atom, cycle, hit.price), negate(wallet));
  closeByForce(account, atom, { ...hit, gross, fee: add(wallet, gross) });
}

function liquidateShared(account: RunningAccount, first: RunningAtom, hit: Hit): void {
  const closings = allAtoms(account).flatMap((atom) => {
    const { cycle } = atom.state;
    if (cycle === null || cycle.position.quantity === 0 || !isCross(atom, cycle)) return [];
    const price = atom.key.symbol === first.key.symbol ? hit.price : markOf(account, atom);
    return [{ atom, price, gross: unrealizedOf(atom, cycle, price), fee: feeOf(atom, cycle, price) }];
  });
  closings.sort((a, b) => Number(b.atom === first) - Number(a.atom === first));
  const left = closings.reduce((total, { gross }) => add(total, gross), sharedBalance(account));
  let [forFees, missing] = [larger(left, ZERO_CASH), larger(negate(left), ZERO_CASH)];
  for (const { atom, price, ...wanted } of closings) {
    const forgiven = smaller(missing, larger(negate(wanted.gross), ZERO_CASH));
    const fee = smaller(wanted.fee, forFees);
    missing = subtract(missing, forgiven);
    forFees = subtract(forFees, fee);
    closeByForce(account, atom, { price, at: hit.at, gross: add(wanted.gross, forgiven), fee });
  }
}

function feeOf({ instrument }: RunningAtom, { position }: Cycle, price: Ticks): Cash {
  return share(notional(instrument, price, position.quantity), instrument.liquidationFee, 'half-up');
}

function closeByForce(
  account: RunningAccount,
  atom: RunningAtom,
  { at, ...amounts }: Hit & { gross: Cash; fee: Cash },
): void {
  applyReport(account, atom, { type: 'Liquidated', at, ...amounts });
}
