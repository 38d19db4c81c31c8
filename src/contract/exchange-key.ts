import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#base/environment.ts';
import { call } from './call.ts';
import { count, instantText, listOf, maybeInstant } from './fields.ts';
import { EXCHANGE_KEY_LENGTH, STEP_UP_MINUTES } from './limits.ts';

/** API key or secret as issued by the exchange: printable, without spaces. Never part of an answer. */
const keyText = z.string().check(
  z.trim(),
  z.regex(new RegExp(`^[\\x21-\\x7e]{${EXCHANGE_KEY_LENGTH.min},${EXCHANGE_KEY_LENGTH.max}}$`), {
    error: `must be ${EXCHANGE_KEY_LENGTH.min} to ${EXCHANGE_KEY_LENGTH.max} printable characters without spaces`,
  }),
);

const NEEDS_SIGN_IN = `requires a sign-in within the last ${STEP_UP_MINUTES} minutes.`;

const permissions = z.object({
  canRead: z.boolean(),
  canTrade: z.boolean(),
  canWithdraw: z.boolean(),
  isIpRestricted: z.boolean(),
});

/** Why a key is not used. */
const keyRefusal = z.enum(['KEY_REFUSED', 'KEY_CAN_WITHDRAW']);

/** The result of the last attempt to read the key document, and the state of the current one. */
const reading = z.object({
  state: z.enum(['never', 'reading', 'read', 'absent', 'failed', 'refused']),
  /** Why reading failed or why the key in it was refused; null otherwise. */
  code: z.nullable(
    z.enum(['OFFLINE', 'TIMEOUT', 'UNAVAILABLE', 'FAILED', 'KEY_REFUSED', 'KEY_CAN_WITHDRAW', 'DOCUMENT_HOLDS_NO_KEY']),
  ),
  /** The failure's sentence, in the words of the specification. */
  detail: z.nullable(z.string()),
  readAt: maybeInstant,
  nextTryAt: maybeInstant,
});

/** The key of the user's account in one environment, without the secret. */
export const exchangeKey = z.object({
  environment: z.enum(ENVIRONMENTS),
  isPresent: z.boolean(),
  /** Increases with every stored or removed key. */
  version: count,
  lastFour: z.nullable(z.string()),
  removedBy: z.nullable(z.enum(['user', 'revocation'])),
  /** `unchecked`: the exchange could not be reached yet. `unknown`: this environment does not report permissions. */
  check: z.nullable(z.enum(['known', 'unknown', 'refused', 'unchecked'])),
  permissions: z.nullable(permissions),
  refusal: z.nullable(keyRefusal),
  checkedAt: maybeInstant,
  /** The user has accepted that the permissions of this key are unknown. */
  isAcknowledged: z.boolean(),
  /** It may trade live: permission to trade, none to withdraw, or unknown permissions accepted by the user. */
  changedAt: z.nullable(instantText),
  reading,
});

/** Always one entry, for the environment of this installation. */
export const getExchangeKeys = call({
  name: 'getExchangeKeys',
  method: 'GET',
  path: '/api/get-exchange-keys',
  summary: 'Get the state of the stored exchange key, its last four characters and its permissions.',
  access: 'user',
  reply: listOf(exchangeKey),
  status: 200,
  refusals: [],
});

const newKey = z.strictObject({ apiKey: keyText, secret: keyText });
const KEY_REFUSALS = [
  'STEP_UP_REQUIRED',
  'EXCHANGE_KEY_REFUSED',
  'EXCHANGE_KEY_CAN_WITHDRAW',
  'EXCHANGE_UNAVAILABLE',
  'EXCHANGE_SHARE_USED',
  'VERSION_CONFLICT',
] as const;

/** Tests the key at the exchange; only an accepted key that cannot withdraw is stored, sealed. */
export const addExchangeKey = call({
  name: 'addExchangeKey',
  method: 'POST',
  waitsForExchange: true,
  path: '/api/add-exchange-key',
  summary: `Test a key at the exchange and store it sealed; ${NEEDS_SIGN_IN}`,
  access: 'user',
  body: newKey,
  reply: exchangeKey,
  status: 200,
  refusals: [...KEY_REFUSALS, 'EXCHANGE_KEY_PRESENT'],
});

/** The old key is no longer used; bots use the new one from their next call on. */
export const rotateExchangeKey = call({
  name: 'rotateExchangeKey',
  method: 'POST',
  waitsForExchange: true,
  path: '/api/rotate-exchange-key',
  summary: `Test another key and replace the stored one with it; ${NEEDS_SIGN_IN}`,
  access: 'user',
  body: newKey,
  reply: exchangeKey,
  status: 200,
  refusals: [...KEY_REFUSALS, 'EXCHANGE_KEY_NOT_FOUND'],
});

/** Restores the key of the user's simulated account, which is always the same, after the key was removed. */
export const openSimulatedAccount = call({
  name: 'openSimulatedAccount',
  method: 'POST',
  waitsForExchange: true,
  path: '/api/open-simulated-account',
  summary: `Store the key of the user's own account at the simulated exchange; ${NEEDS_SIGN_IN}`,
  access: 'user',
  body: z.strictObject({}),
  reply: exchangeKey,
  status: 200,
  refusals: [...KEY_REFUSALS, 'EXCHANGE_KEY_PRESENT', 'EXCHANGE_KEY_NOT_SIMULATED'],
});

/** Tests the stored key and updates only its check. */
export const testExchangeKey = call({
  name: 'testExchangeKey',
  method: 'POST',
  waitsForExchange: true,
  path: '/api/test-exchange-key',
  summary: 'Check the current permissions of the stored key at the exchange.',
  access: 'user',
  body: z.strictObject({}),
  reply: exchangeKey,
  status: 200,
  refusals: ['EXCHANGE_KEY_NOT_FOUND', 'EXCHANGE_KEY_UNREADABLE', 'EXCHANGE_UNAVAILABLE', 'EXCHANGE_SHARE_USED'],
});

/** The same key document does not restore the key at the next sign-in. */
export const removeExchangeKey = call({
  name: 'removeExchangeKey',
  method: 'POST',
  path: '/api/remove-exchange-key',
  summary: `Delete the stored key; ${NEEDS_SIGN_IN}`,
  access: 'user',
  body: z.strictObject({}),
  reply: exchangeKey,
  status: 200,
  refusals: ['STEP_UP_REQUIRED', 'EXCHANGE_KEY_NOT_FOUND', 'VERSION_CONFLICT'],
});

/** Contains the version, so that it applies to the key that the user has seen. */
export const acknowledgeExchangeKey = call({
  name: 'acknowledgeExchangeKey',
  method: 'POST',
  path: '/api/acknowledge-exchange-key',
  summary: 'Accept that the permissions of the stored key are unknown, which live trading requires.',
  access: 'user',
  body: z.strictObject({ version: count }),
  reply: exchangeKey,
  status: 200,
  refusals: ['EXCHANGE_KEY_NOT_FOUND', 'EXCHANGE_KEY_PERMISSIONS_KNOWN', 'VERSION_CONFLICT'],
});
