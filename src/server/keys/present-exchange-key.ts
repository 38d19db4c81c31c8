import type * as z from 'zod/mini';
import type { Environment } from '#base/environment.ts';
import type { exchangeKey } from '#contract/exchange-key.ts';
import { refusalOfStored } from '#keys/key-findings.ts';
import type { ReadingNow } from '#keys/sign-in-reader.ts';
import { type DocumentFailure, documentSentences } from '#ports/documents.ts';
import type { ExchangeKeyFacts } from '#storage/users/exchange-keys.ts';
import { maybeTimeText, timeText } from '../http/text.ts';

type ExchangeKeyReply = z.output<typeof exchangeKey>;
type Reading = ExchangeKeyReply['reading'];

/** @param row - undefined where nothing was ever read or added */
export function presentExchangeKey(
  environment: Environment,
  row: ExchangeKeyFacts | undefined,
  now: ReadingNow,
): ExchangeKeyReply {
  const isPresent = row?.lastFour != null;
  const isAcknowledged = isPresent && row.acknowledgedVersion === row.version;
  const refusal = isPresent ? refusalOfStored(row) : null;
  return {
    environment,
    isPresent,
    version: row?.version ?? 0,
    lastFour: row?.lastFour ?? null,
    removedBy: row?.removedBy ?? null,
    check: isPresent ? checkOf(row) : null,
    permissions: isPresent ? permissionsOf(row) : null,
    refusal,
    checkedAt: isPresent ? maybeTimeText(row.checkedAt) : null,
    isAcknowledged,
    changedAt: row === undefined ? null : timeText(row.changedAt),
    reading: presentReading(row, now),
  };
}

function checkOf({ checkOutcome }: ExchangeKeyFacts): ExchangeKeyReply['check'] {
  return checkOutcome === null || checkOutcome === 'unreachable' ? 'unchecked' : checkOutcome;
}

function permissionsOf(row: ExchangeKeyFacts): ExchangeKeyReply['permissions'] {
  const { canRead, canTrade, canWithdraw, isIpRestricted } = row;
  if (canRead === null || canTrade === null || canWithdraw === null || isIpRestricted === null) return null;
  return { canRead, canTrade, canWithdraw, isIpRestricted };
}

function presentReading(row: ExchangeKeyFacts | undefined, now: ReadingNow): Reading {
  const outcome = row?.readOutcome ?? null;
  // While it waits for the next attempt, the reason of the last failure is more useful than "reading".
  const isTrying = now.isReading && now.nextTryAt === null;
  const state = isTrying && outcome !== 'failed' ? 'reading' : (outcome ?? 'never');
  const code = state === 'reading' ? null : ((row?.readCode ?? null) as Reading['code']); // Only these are written.
  return {
    state,
    code,
    detail: state === 'failed' && isFailure(code) ? documentSentences[code] : null,
    readAt: maybeTimeText(row?.readAt ?? null),
    nextTryAt: now.nextTryAt === null ? null : timeText(new Date(now.nextTryAt)),
  };
}

function isFailure(code: string | null): code is DocumentFailure {
  return code !== null && Object.hasOwn(documentSentences, code);
}
