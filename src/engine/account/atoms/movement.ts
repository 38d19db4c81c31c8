import { assert } from '#base/assert.ts';
import { add, type Cash, subtract, times, ZERO_CASH } from '#base/exact.ts';
import { instantDigits } from '#base/time.ts';
import { postingsOf, walletChange } from '../../ledger/postings.ts';
import type { AtomEvent } from '../../model/atom.ts';
import { type Cycle, openOrder } from '../../model/cycle.ts';
import { notional } from '../../model/instrument.ts';
import { FIRST_ORDER, signOf } from '../../model/order.ts';
import { orderIdIn } from '../../model/record.ts';
import type { RunningAccount } from '../running-account.ts';
import { cycleIdIn, type RunningAtom } from '../running-bot.ts';
import { markFor } from '../valuation/marks.ts';
import { unrealizedOf } from '../valuation/unrealized.ts';

/** How one event changed a cycle. */
export interface CycleChange {
  readonly before: Cycle | null;
  readonly after: Cycle;
  readonly event: AtomEvent;
  /** By how much the sums of the cycle changed. */
  readonly moved: Pick<Cycle, 'gross' | 'commission' | 'funding' | 'liquidationFee'>;
}

/** Books the event in the ledger and the wallet. The source id identifies the fill, the funding or the liquidation. */
export function recordMovement(account: RunningAccount, atom: RunningAtom, change: CycleChange): void {
  const { gross, commission, funding, liquidationFee } = change.moved;
  const transfer =
    change.event.type === 'DealAdopted' ? takenOver(atom, change.event) : handedOver(account, atom, change);
  const isZero = gross === 0 && commission === 0 && funding === 0 && liquidationFee === 0 && transfer === 0;
  if (isZero && change.event.type !== 'OrderFilled' && change.event.type !== 'DealAdopted') return;
  const { at } = change.event;
  const cycleId = cycleIdIn(atom, change.after.seq);
  const sourceId = sourceOf(cycleId, change);
  const record = postingsOf(change.moved, { transfer, cycleId, at, sourceId });
  account.records.push(record);
  account.wallet = add(account.wallet, walletChange(record));
}

function sourceOf(cycleId: string, { before, event }: CycleChange): string {
  switch (event.type) {
    case 'OrderFilled': {
      const { order: filled } = event; // Read once: events have many shapes, and their fields are slow to look up.
      const order = before === null ? undefined : openOrder(before, filled);
      assert(order !== undefined, 'the filled order was working');
      return `${orderIdIn(cycleId, filled)}-${order.fills + 1}`;
    }
    case 'FundingSettled':
      return `${cycleId}-funding-${instantDigits(event.at)}${event.order === undefined ? '' : `-${event.order}`}`;
    case 'DealAdopted':
    case 'PositionReduced':
      return `${orderIdIn(cycleId, before?.nextOrder ?? FIRST_ORDER)}-1`;
    default:
      return `${cycleId}-${event.type.toLowerCase()}`;
  }
}

/** A position that is adopted comes at its mark: what it has earned elsewhere is taken off, so equity does not jump. */
function takenOver({ instrument, key }: RunningAtom, event: Extract<AtomEvent, { type: 'DealAdopted' }>): Cash {
  const { price, mark, quantity } = event;
  const earned = subtract(notional(instrument, mark, quantity), notional(instrument, price, quantity));
  return times(earned, -signOf(key.direction));
}

/** A detached position leaves at its mark: its open result is booked on the transfer account, so equity does not jump. */
function handedOver(account: RunningAccount, atom: RunningAtom, { after, event }: CycleChange): Cash {
  if (after.state !== 'DETACHED') return ZERO_CASH;
  const mark = markFor(account, atom) ?? (event.type === 'StopRequested' ? event.mark : after.basePrice);
  return mark === null ? ZERO_CASH : unrealizedOf(atom, after, mark);
}
