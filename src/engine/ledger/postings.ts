import { add, type Cash, negate, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { LedgerAccount, LedgerRecord } from '../model/record.ts';

/** What one event does to the wallet, by cause. Signs: gross won, fees and liquidation fee paid, funding received. */
export interface Movement {
  readonly sourceId: string;
  readonly cycleId: string;
  readonly at: Instant;
  readonly gross?: Cash;
  readonly commission?: Cash;
  readonly funding?: Cash;
  readonly liquidationFee?: Cash;
  /** Open result handed over with a detached position. */
  readonly transfer?: Cash;
}

/** The event as double entry: the wallet takes what the causes give, so that the postings sum to zero. */
export function postingsOf(movement: Movement): LedgerRecord {
  const { sourceId, cycleId, at } = movement;
  const causes: readonly (readonly [LedgerAccount, Cash])[] = [
    [`gross:${cycleId}`, negate(movement.gross ?? ZERO_CASH)],
    [`fee:${cycleId}`, movement.commission ?? ZERO_CASH],
    [`funding:${cycleId}`, negate(movement.funding ?? ZERO_CASH)],
    [`liq_fee:${cycleId}`, movement.liquidationFee ?? ZERO_CASH],
    ['transfer', negate(movement.transfer ?? ZERO_CASH)],
  ];
  const postings = causes.filter(([, amount]) => amount !== 0).map(([account, amount]) => ({ account, amount }));
  const wallet = negate(postings.reduce((total, posting) => add(total, posting.amount), ZERO_CASH));
  return { type: 'ledger', sourceId, at, postings: [{ account: 'wallet', amount: wallet }, ...postings] };
}

/** The change of the wallet that a ledger event carries. */
export function walletChange(record: LedgerRecord): Cash {
  return record.postings
    .filter((posting) => posting.account === 'wallet')
    .reduce((total, posting) => add(total, posting.amount), ZERO_CASH);
}
