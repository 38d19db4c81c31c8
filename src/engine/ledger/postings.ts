import { add, type Cash, negate, subtract, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { LedgerRecord } from '../model/record.ts';

type Posting = LedgerRecord['postings'][number];

/** What one event does to the wallet, by cause. Signs: gross won, fees and liquidation fee paid, funding received. */
export interface Movement {
  readonly gross: Cash;
  readonly commission: Cash;
  readonly funding: Cash;
  readonly liquidationFee: Cash;
}

/** The ids and the time that a movement is booked with. */
export interface Booking {
  readonly sourceId: string;
  readonly cycleId: string;
  readonly at: Instant;
  /** Open result handed over with a detached position. */
  readonly transfer: Cash;
}

/** The event as double entry: the wallet receives what the other accounts give, so the postings sum to zero. */
export function postingsOf(movement: Movement, { sourceId, cycleId, at, transfer }: Booking): LedgerRecord {
  const { gross, commission, funding, liquidationFee } = movement;
  const amount = subtract(subtract(add(add(gross, funding), transfer), commission), liquidationFee);
  const wallet: Posting = { account: 'wallet', amount };
  if (funding !== 0 && amount === funding && gross === 0 && commission === 0 && liquidationFee === 0) {
    // Settlements are the most frequent bookings, and a list of fixed length takes a fraction of the time.
    const paid: Posting = { account: `funding:${cycleId}`, amount: negate(funding) };
    return { type: 'ledger', sourceId, at, postings: [wallet, paid] };
  }
  const postings = [wallet];
  if (gross !== 0) postings.push({ account: `gross:${cycleId}`, amount: negate(gross) });
  if (commission !== 0) postings.push({ account: `fee:${cycleId}`, amount: commission });
  if (funding !== 0) postings.push({ account: `funding:${cycleId}`, amount: negate(funding) });
  if (liquidationFee !== 0) postings.push({ account: `liq_fee:${cycleId}`, amount: liquidationFee });
  if (transfer !== 0) postings.push({ account: 'transfer', amount: negate(transfer) });
  return { type: 'ledger', sourceId, at, postings };
}

/** The change of the wallet that a ledger event carries. */
export function walletChange({ postings }: LedgerRecord): Cash {
  for (const { account, amount } of postings) if (account === 'wallet') return amount;
  return ZERO_CASH;
}
