import type { PermissionsAnswer } from '#ports/key-permissions.ts';
import type { ExchangeKeyFacts } from '#storage/users/exchange-keys.ts';

/** What a check writes into the row of a key. */
export type KeyFindings = Pick<
  ExchangeKeyFacts,
  'checkOutcome' | 'canRead' | 'canTrade' | 'canWithdraw' | 'isIpRestricted' | 'checkedAt'
>;

/** Why a key is not taken, or no longer used. */
export type KeyRefusal = 'KEY_REFUSED' | 'KEY_CAN_WITHDRAW';

const NOTHING_KNOWN = { canRead: null, canTrade: null, canWithdraw: null, isIpRestricted: null };

/** @param at - wall time of the check */
export function findingsOf(answer: PermissionsAnswer, at: Date): KeyFindings {
  const found = answer.kind === 'known' ? answer.permissions : NOTHING_KNOWN;
  return { ...found, checkOutcome: answer.kind, checkedAt: at };
}

/** A key that the exchange refuses is no key; one that can withdraw is a danger to whoever stores it. */
export function refusalOf(answer: PermissionsAnswer): KeyRefusal | null {
  if (answer.kind === 'refused') return 'KEY_REFUSED';
  return answer.kind === 'known' && answer.permissions.canWithdraw ? 'KEY_CAN_WITHDRAW' : null;
}

/** The same of what was stored. */
export function refusalOfStored(row: Pick<ExchangeKeyFacts, 'checkOutcome' | 'canWithdraw'>): KeyRefusal | null {
  if (row.checkOutcome === 'refused') return 'KEY_REFUSED';
  return row.canWithdraw === true ? 'KEY_CAN_WITHDRAW' : null;
}
