import type { ExchangeKey } from '#web/api/exchange-key-query.ts';
import type { MessageKey } from '#web/i18n/text.tsx';
import type { StatusTone } from '#web/ui/figures/status.tsx';

/** The state of the key as the head of the card shows it. */
export interface KeyState {
  readonly tone: StatusTone;
  readonly word: MessageKey;
  /** One sentence below; null when the facts are enough. */
  readonly text: MessageKey | null;
}

/** A stored key comes first; the result of a reading is then only a note. */
export function stateOfKey(key: ExchangeKey): KeyState {
  if (key.isPresent) return stateOfPresent(key);
  const { state, code } = key.reading;
  if (state === 'reading') return { tone: 'waiting', word: 'exchangeKey.reading', text: 'exchangeKey.readingText' };
  if (state === 'failed') return { tone: 'warn', word: 'exchangeKey.notRead', text: failureText(code) };
  if (state === 'refused' && code === 'DOCUMENT_HOLDS_NO_KEY') {
    return { tone: 'danger', word: 'exchangeKey.refused', text: 'exchangeKey.noneUnreadable' };
  }
  if (state === 'refused') return { tone: 'danger', word: 'exchangeKey.refused', text: documentRefusal(code) };
  return { tone: 'waiting', word: 'exchangeKey.none', text: noneText(key) };
}

function stateOfPresent({ refusal, check }: ExchangeKey): KeyState {
  if (refusal !== null) return { tone: 'danger', word: 'exchangeKey.refused', text: `exchangeKey.refusal.${refusal}` };
  if (check === 'unknown') return { tone: 'warn', word: 'exchangeKey.unknown', text: 'exchangeKey.unknownText' };
  if (check === 'unchecked') return { tone: 'warn', word: 'exchangeKey.unchecked', text: 'exchangeKey.uncheckedText' };
  return { tone: 'done', word: 'exchangeKey.present', text: null };
}

type ReadingCode = ExchangeKey['reading']['code'];

/** The four texts for a failed reading. */
export function failureText(code: ReadingCode): MessageKey {
  const isOne = code === 'OFFLINE' || code === 'TIMEOUT' || code === 'UNAVAILABLE';
  return isOne ? `exchangeKey.failure.${code}` : 'exchangeKey.failure.FAILED';
}

function documentRefusal(code: ReadingCode): MessageKey {
  const isWithdrawal = code === 'KEY_CAN_WITHDRAW';
  return isWithdrawal ? 'exchangeKey.documentRefusal.KEY_CAN_WITHDRAW' : 'exchangeKey.documentRefusal.KEY_REFUSED';
}

function noneText({ removedBy }: ExchangeKey): MessageKey {
  if (removedBy === 'revocation') return 'exchangeKey.noneRevoked';
  return removedBy === 'user' ? 'exchangeKey.noneRemoved' : 'exchangeKey.noneText';
}
