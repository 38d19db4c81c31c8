import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#base/environment.ts';
import { call } from './call.ts';
import { count, instantText, listOf, maybeInstant } from './fields.ts';

/** Half of a key as the exchange makes it: printable, without spaces. Never part of an answer. */
const keyText = z
  .string()
  .check(z.trim(), z.regex(/^[\x21-\x7e]{8,512}$/, { error: 'must be 8 to 512 printable characters without spaces' }));

const permissions = z.object({
  canRead: z.boolean(),
  canTrade: z.boolean(),
  canWithdraw: z.boolean(),
  isIpRestricted: z.boolean(),
});

/** Why a key is not used. */
const keyRefusal = z.enum(['KEY_REFUSED', 'KEY_CAN_WITHDRAW']);

/** How the last reading of the document of keys ended, and the one that is under way. */
const reading = z.object({
  state: z.enum(['never', 'reading', 'read', 'absent', 'failed', 'refused']),
  /** Why it failed or why what it held was not taken; null otherwise. */
  code: z.nullable(
    z.enum(['OFFLINE', 'TIMEOUT', 'UNAVAILABLE', 'FAILED', 'KEY_REFUSED', 'KEY_CAN_WITHDRAW', 'DOCUMENT_HOLDS_NO_KEY']),
  ),
  /** The sentence of a failure as the specification words it. */
  detail: z.nullable(z.string()),
  readAt: maybeInstant,
  nextTryAt: maybeInstant,
});

/** The key of the user's account in one environment, without any secret of it. */
export const exchangeKey = z.object({
  environment: z.enum(ENVIRONMENTS),
  isPresent: z.boolean(),
  /** Counts the keys that stood here. */
  version: count,
  lastFour: z.nullable(z.string()),
  removedBy: z.nullable(z.enum(['user', 'revocation'])),
  /** `unchecked`: the exchange could not be reached yet. `unknown`: this environment tells no permissions. */
  check: z.nullable(z.enum(['known', 'unknown', 'refused', 'unchecked'])),
  permissions: z.nullable(permissions),
  refusal: z.nullable(keyRefusal),
  checkedAt: maybeInstant,
  /** The user has accepted that the permissions of this key are unknown. */
  isAcknowledged: z.boolean(),
  /** It may trade live: right to trade, no right to withdraw; unknown permissions accepted. */
  changedAt: z.nullable(instantText),
  reading,
});

/** One entry: the environment of this installation. */
export const getExchangeKeys = call({
  name: 'getExchangeKeys',
  method: 'GET',
  path: '/api/get-exchange-keys',
  summary: 'Whether a key of the exchange account is stored, its last four characters and what it may do.',
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
  'VERSION_CONFLICT',
] as const;

/** Asks the exchange first; only a key that it takes and that cannot withdraw is stored, sealed. */
export const addExchangeKey = call({
  name: 'addExchangeKey',
  method: 'POST',
  path: '/api/add-exchange-key',
  summary: 'Tests a key at the exchange and stores it sealed. Needs a sign-in of the last 5 minutes.',
  access: 'user',
  body: newKey,
  reply: exchangeKey,
  status: 200,
  refusals: [...KEY_REFUSALS, 'EXCHANGE_KEY_PRESENT'],
});

/** The old key is out at once; bots use the next one from their next call on. */
export const rotateExchangeKey = call({
  name: 'rotateExchangeKey',
  method: 'POST',
  path: '/api/rotate-exchange-key',
  summary: 'Tests another key and puts it in the place of the stored one. Needs a sign-in of the last 5 minutes.',
  access: 'user',
  body: newKey,
  reply: exchangeKey,
  status: 200,
  refusals: [...KEY_REFUSALS, 'EXCHANGE_KEY_NOT_FOUND'],
});

/** The same account each time; for whoever has removed its key. */
export const openSimulatedAccount = call({
  name: 'openSimulatedAccount',
  method: 'POST',
  path: '/api/open-simulated-account',
  summary: 'Stores the key of the own account at the simulated exchange. Needs a sign-in of the last 5 minutes.',
  access: 'user',
  body: z.strictObject({}),
  reply: exchangeKey,
  status: 200,
  refusals: [...KEY_REFUSALS, 'EXCHANGE_KEY_PRESENT', 'EXCHANGE_KEY_NOT_SIMULATED'],
});

/** Changes nothing but what is known of the key. */
export const testExchangeKey = call({
  name: 'testExchangeKey',
  method: 'POST',
  path: '/api/test-exchange-key',
  summary: 'Asks the exchange what the stored key may do now.',
  access: 'user',
  body: z.strictObject({}),
  reply: exchangeKey,
  status: 200,
  refusals: ['EXCHANGE_KEY_NOT_FOUND', 'EXCHANGE_KEY_UNREADABLE', 'EXCHANGE_UNAVAILABLE'],
});

/** The same document does not bring it back at the next sign-in. */
export const removeExchangeKey = call({
  name: 'removeExchangeKey',
  method: 'POST',
  path: '/api/remove-exchange-key',
  summary: 'Deletes the stored key. Needs a sign-in of the last 5 minutes.',
  access: 'user',
  body: z.strictObject({}),
  reply: exchangeKey,
  status: 200,
  refusals: ['STEP_UP_REQUIRED', 'EXCHANGE_KEY_NOT_FOUND', 'VERSION_CONFLICT'],
});

/** Names the version, so that it counts for the key that the user has seen. */
export const acknowledgeExchangeKey = call({
  name: 'acknowledgeExchangeKey',
  method: 'POST',
  path: '/api/acknowledge-exchange-key',
  summary: 'Accepts that the permissions of the stored key are unknown, which live trading needs.',
  access: 'user',
  body: z.strictObject({ version: count }),
  reply: exchangeKey,
  status: 200,
  refusals: ['EXCHANGE_KEY_NOT_FOUND', 'EXCHANGE_KEY_PERMISSIONS_KNOWN', 'VERSION_CONFLICT'],
});
