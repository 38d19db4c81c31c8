import type { Call } from '#contract/call.ts';
import { lastFourOf } from '#keys/key-fields.ts';
import { findingsOf, type KeyRefusal, refusalOf } from '#keys/key-findings.ts';
import { documentContext, keyContext } from '#keys/sealing/key-context.ts';
import type { ExchangeCredentials, PermissionsAnswer } from '#ports/key-permissions.ts';
import type { AuditEvent } from '#storage/audit/record-audit.ts';
import type { Tx } from '#storage/database/database.ts';
import { deleteDocument, findDocumentFacts, putDocument } from '#storage/users/documents.ts';
import {
  changeExchangeKey,
  type ExchangeKeyFacts,
  ensureExchangeKey,
  findExchangeKeyFacts,
  type KeyAddress,
} from '#storage/users/exchange-keys.ts';
import type { Context, UserAct } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';

type Acting = Pick<Context<Call>, 'caller' | 'services' | 'address' | 'read' | 'write'>;
const TOPIC = 'exchange-keys';

const REFUSALS = {
  KEY_REFUSED: 'EXCHANGE_KEY_REFUSED',
  KEY_CAN_WITHDRAW: 'EXCHANGE_KEY_CAN_WITHDRAW',
} as const satisfies Record<KeyRefusal, string>;

/** The row of the caller's key; undefined if no key was ever read or added. */
export function keyFactsOf(context: Pick<Acting, 'caller' | 'services' | 'read'>) {
  return context.read((tx) => findExchangeKeyFacts(tx, addressOf(context)));
}

/**
 * Seals credentials, tests them, then stores them sealed, and also in the user's document if documents are our own.
 * Throws a problem when the exchange refuses the key or does not answer.
 */
export async function storeNewKey(
  context: Acting,
  { before, credentials }: { readonly before: ExchangeKeyFacts | undefined; readonly credentials: ExchangeCredentials },
): Promise<void> {
  const { keys } = context.services;
  const { apiKey, secret } = credentials;
  const address = addressOf(context);
  const version = (before?.version ?? 0) + 1;
  const sealContext = keyContext(address, version);
  const sealed = await keys.sealer.seal({ apiKey, secret }, sealContext);
  const answer = await keys.signer.permissionsOf({ sealed, context: sealContext });
  refuse(answer);
  const at = new Date(context.services.now());
  const document = await sealedDocument(context, { apiKey, secret }, at);
  await context.write(TOPIC, async (tx) => {
    await ensureExchangeKey(tx, address, at);
    await change(tx, address, before, {
      version,
      sealed,
      lastFour: lastFourOf(apiKey),
      removedBy: null,
      changedAt: at,
      ...(document === null ? {} : { documentUpdatedAt: document.updatedAt }),
      ...findingsOf(answer, at),
    });
    if (document !== null && !(await putDocument(tx, document))) throw new ProblemError('VERSION_CONFLICT');
    const event = before?.lastFour == null ? 'exchange-key-added' : 'exchange-key-rotated';
    return keyAct(context, { event, version, lastFour: lastFourOf(apiKey) });
  });
}

/** Deletes the key and, if documents are our own, the document it came from. */
export async function dropKey(context: Acting, before: ExchangeKeyFacts): Promise<void> {
  const address = addressOf(context);
  const path = documentPath(context);
  await context.write(TOPIC, async (tx) => {
    await change(tx, address, before, {
      version: before.version + 1,
      sealed: null,
      lastFour: null,
      removedBy: 'user',
      changedAt: new Date(context.services.now()),
      ...NOTHING_CHECKED,
    });
    if (path !== null) await deleteDocument(tx, address.ownerId, path);
    return keyAct(context, {
      event: 'exchange-key-removed',
      version: before.version + 1,
      lastFour: before.lastFour,
    });
  });
}

/** @param version - version of the key whose unknown permissions the user accepts */
export async function storeAcknowledgement(context: Acting, version: number): Promise<void> {
  const address = { ...addressOf(context), expectedVersion: version };
  await context.write(TOPIC, async (tx) => {
    const isDone = await changeExchangeKey(tx, address, { acknowledgedVersion: version });
    if (!isDone) throw new ProblemError('VERSION_CONFLICT');
    return keyAct(context, { event: 'exchange-key-accepted', version, lastFour: null });
  });
}

function keyAct(
  { services }: Acting,
  { event, ...key }: { readonly event: AuditEvent; readonly version: number; readonly lastFour: string | null },
): UserAct {
  return { event, details: { environment: services.settings.environment, ...key } };
}

const NOTHING_CHECKED = {
  checkOutcome: null,
  canRead: null,
  canTrade: null,
  canWithdraw: null,
  isIpRestricted: null,
  checkedAt: null,
};

type Change = Parameters<typeof changeExchangeKey>[2];

/** The seal is bound to the version, so a key stored in between must not be overwritten under that version. */
async function change(tx: Tx, address: KeyAddress, before: ExchangeKeyFacts | undefined, to: Change): Promise<void> {
  const isDone = await changeExchangeKey(tx, { ...address, expectedVersion: before?.version ?? 0 }, to);
  if (!isDone) throw new ProblemError('VERSION_CONFLICT');
}

function refuse(answer: PermissionsAnswer): void {
  if (answer.kind === 'unreachable') throw new ProblemError('EXCHANGE_UNAVAILABLE');
  const refusal = refusalOf(answer);
  if (refusal !== null) throw new ProblemError(REFUSALS[refusal]);
}

async function sealedDocument(context: Acting, credentials: ExchangeCredentials, at: Date) {
  const path = documentPath(context);
  if (path === null) return null;
  const ownerId = context.caller.userId;
  const known = await context.read((tx) => findDocumentFacts(tx, ownerId, path));
  const version = (known?.version ?? 0) + 1;
  const sealed = await context.services.keys.sealer.seal(credentials, documentContext({ ownerId, path }, version));
  // If the clock was set back, the newer document must still not look older.
  const updatedAt = new Date(Math.max(at.getTime(), (known?.updatedAt.getTime() ?? 0) + 1));
  return { ownerId, path, version, sealed, updatedAt };
}

function documentPath({ caller, services }: Pick<Acting, 'caller' | 'services'>): string | null {
  return services.keys.ownDocumentPath?.replaceAll('{uid}', caller.subject) ?? null;
}

function addressOf({ caller, services }: Pick<Acting, 'caller' | 'services'>): KeyAddress {
  return { ownerId: caller.userId, environment: services.settings.environment };
}
