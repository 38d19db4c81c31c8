import type { PermissionsAnswer } from '#ports/key-permissions.ts';
import type { ExchangeKeyFacts } from '#storage/users/exchange-keys.ts';

/** The columns that a check of a key updates. */
export type KeyFindings = Pick<
  ExchangeKeyFacts,
  'checkOutcome' | 'canRead' | 'canTrade' | 'canWithdraw' | 'isIpRestricted' | 'checkedAt'
>;

/** Why a key is refused or no longer used. */
export type KeyRefusal = 'KEY_REFUSED' | 'KEY_CAN_WITHDRAW';

const NOTHING_KNOWN = { canRead: null, canTrade: null, canWithdraw: null, isIpRestricted: null };

/** @param at - wall time of the check */
export function findingsOf(answer: PermissionsAnswer, at: Date): KeyFindings {
  const found = answer.kind === 'known' ? answer.permissions : NOTHING_KNOWN;
  return { ...found, checkOutcome: answer.kind, checkedAt: at };
}

/** Refuses a key that the exchange refuses, and one that may withdraw. */
export function refusalOf(answer: PermissionsAnswer): KeyRefusal | null {
  if (answer.kind === 'refused') return 'KEY_REFUSED';
  return answer.kind === 'known' && answer.permissions.canWithdraw ? 'KEY_CAN_WITHDRAW' : null;
}

/** The same for a stored check. */
export function refusalOfStored(row: Pick<ExchangeKeyFacts, 'checkOutcome' | 'canWithdraw'>): KeyRefusal | null {
  if (row.checkOutcome === 'refused') return 'KEY_REFUSED';
  return row.canWithdraw === true ? 'KEY_CAN_WITHDRAW' : null;
}
