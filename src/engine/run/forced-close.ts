import { add, type Cash, larger, negate, share, smaller, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Cycle } from '../model/cycle.ts';
import { notional } from '../model/instrument.ts';
import { applyLiquidation, unrealizedOf } from './apply.ts';
import { allSlots, type Book, isCross, type Slot } from './book.ts';
import { markOf, sharedBalance } from './liquidation.ts';

interface Hit {
  readonly price: Ticks;
  readonly at: Instant;
}

/**
 * Closes by force. Isolated: the whole wallet of the position is lost, and no more. Cross: every position on the shared
 * wallet goes, those of the same symbol at the same price, the others at their marks, with the liquidation fee on their
 * value; the venue takes no more than the shared wallet holds.
 */
export function liquidateSlot(book: Book, slot: Slot, hit: Hit): void {
  const { cycle } = slot.state;
  if (cycle === null) return;
  if (isCross(slot, cycle)) return liquidateShared(book, slot, hit);
  const wallet = cycle.isolatedWallet;
  // The isolated wallet is what can be lost and what is lost: the fee is what the price left of it.
  const gross = larger(unrealizedOf(slot, cycle, hit.price), negate(wallet));
  closeByForce(book, slot, { ...hit, gross, fee: add(wallet, gross) });
}

function liquidateShared(book: Book, first: Slot, hit: Hit): void {
  const closings = allSlots(book).flatMap((slot) => {
    const { cycle } = slot.state;
    if (cycle === null || cycle.position.quantity === 0 || !isCross(slot, cycle)) return [];
    const price = slot.key.symbol === first.key.symbol ? hit.price : markOf(book, slot);
    return [{ slot, price, gross: unrealizedOf(slot, cycle, price), fee: feeOf(slot, cycle, price) }];
  });
  closings.sort((a, b) => Number(b.slot === first) - Number(a.slot === first));
  const left = closings.reduce((total, { gross }) => add(total, gross), sharedBalance(book));
  let [forFees, missing] = [larger(left, ZERO_CASH), larger(negate(left), ZERO_CASH)];
  for (const { slot, price, ...wanted } of closings) {
    const forgiven = smaller(missing, larger(negate(wanted.gross), ZERO_CASH));
    const fee = smaller(wanted.fee, forFees);
    missing = subtract(missing, forgiven);
    forFees = subtract(forFees, fee);
    closeByForce(book, slot, { price, at: hit.at, gross: add(wanted.gross, forgiven), fee });
  }
}

function feeOf({ instrument }: Slot, { position }: Cycle, price: Ticks): Cash {
  return share(notional(instrument, price, position.quantity), instrument.liquidationFee, 'half-up');
}

function closeByForce(book: Book, slot: Slot, { at, ...told }: Hit & { gross: Cash; fee: Cash }): void {
  applyLiquidation(book, slot, { type: 'Liquidated', at, ...told });
  book.liquidated.add(slot.bot);
}
