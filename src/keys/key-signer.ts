import type { Environment } from '#base/environment.ts';
import type { CredentialsOfUsers } from '#ports/exchange-credentials.ts';
import type { ExchangeCredentials, PermissionsAnswer, PermissionsOfKeys } from '#ports/key-permissions.ts';
import type { Database } from '#storage/database/database.ts';
import { type NewNotice, storeNotices } from '#storage/notices/store-notices.ts';
import { changeExchangeKey, type ExchangeKeyRow, findExchangeKey } from '#storage/users/exchange-keys.ts';
import { lastFourOf } from './key-fields.ts';
import { findingsOf, refusalOfStored } from './key-findings.ts';
import { keyContext } from './sealing/key-context.ts';
import type { Opener } from './sealing/opener.ts';
import type { SealContext } from './sealing/seal-context.ts';
import type { SealedKey } from './sealing/sealed-key.ts';
import type { Sealer } from './sealing/sealer.ts';

/** The result of a check of a stored key; its findings are in the row. */
export type CheckOutcome = 'checked' | 'absent' | 'unreachable';

/** The signer's calls for other threads. No key crosses in clear, in either direction. */
export interface RemoteSigner {
  /**
   * Reads the current permissions of any key from the exchange.
   * @throws AppError EXCHANGE_KEY_UNREADABLE, SEALING_KEY_UNREADABLE
   */
  permissionsOf(key: SealedKey): Promise<PermissionsAnswer>;
  /**
   * Seals a key in another context.
   * @throws AppError EXCHANGE_KEY_UNREADABLE, SEALING_KEY_UNREADABLE
   */
  reseal(key: SealedKey, context: SealContext): Promise<ResealedKey>;
  /**
   * Reads the current permissions of the user's stored key and stores them; an unreachable exchange changes nothing.
   * @throws AppError EXCHANGE_KEY_UNREADABLE, SEALING_KEY_UNREADABLE
   */
  check(userId: string): Promise<CheckOutcome>;
}

/** A key in its new seal, and the last characters by which its user recognises it. */
export interface ResealedKey extends SealedKey {
  readonly lastFour: string;
}

/** The engine's side of exchange keys: the only one with the private key that opens them. It runs in the engine's thread. */
export interface KeySigner extends RemoteSigner, CredentialsOfUsers {}

export interface KeySignerOptions {
  readonly engine: Database;
  readonly environment: Environment;
  readonly opener: Opener;
  readonly sealer: Sealer;
  readonly permissions: PermissionsOfKeys;
  /** Wall time in milliseconds. */
  readonly now?: () => number;
}

/** Opens keys for each call to the exchange, so that a removed or replaced key is out of use at once. */
export function createKeySigner(options: KeySignerOptions): KeySigner {
  const { engine, environment, opener, sealer, permissions } = options;
  const now = options.now ?? Date.now;
  const find = (ownerId: string) => findExchangeKey(engine, { ownerId, environment });
  const open = async (row: ExchangeKeyRow | undefined): Promise<ExchangeCredentials | null> =>
    row?.sealed ? opener.open({ sealed: row.sealed, context: keyContext(row, row.version) }) : null;

  return {
    permissionsOf: async (key) => permissions.permissionsOf(await opener.open(key)),
    async reseal(key, context) {
      const credentials = await opener.open(key);
      return { sealed: await sealer.seal(credentials, context), context, lastFour: lastFourOf(credentials.apiKey) };
    },
    async credentialsOf(userId) {
      const row = await find(userId);
      return row !== undefined && refusalOfStored(row) === null ? open(row) : null;
    },
    async check(userId) {
      const row = await find(userId);
      const credentials = await open(row);
      if (row === undefined || credentials === null) return 'absent';
      const answer = await permissions.permissionsOf(credentials);
      if (answer.kind === 'unreachable') return 'unreachable';
      const address = { ownerId: userId, environment, expectedVersion: row.version };
      const [at, findings] = [new Date(now()), findingsOf(answer, new Date(now()))];
      await engine.db.transaction().execute(async (tx) => {
        const isStored = await changeExchangeKey(tx, address, findings);
        const isNews = findings.checkOutcome === 'refused' && row.checkOutcome !== 'refused';
        if (isStored && isNews) await storeNotices(tx, [refusedNotice(row, at)]);
      });
      return 'checked';
    },
  };
}

/** Its user is told that bots can no longer reach the exchange. */
function refusedNotice({ ownerId, environment, lastFour }: ExchangeKeyRow, at: Date): NewNotice {
  const event = 'EXCHANGE_KEY_REFUSED';
  return {
    ...{ noticeId: `${event}-${environment}-${at.getTime()}-${ownerId}`, ownerId, event, severity: 'critical' },
    ...{ ts: at, toldAt: at, code: event, figures: { lastFour: lastFour ?? '' } },
    detail: `The exchange no longer accepts your key that ends in ${lastFour ?? '…'}.`,
    ...{ portfolioId: null, botId: null, symbol: null, direction: null, cycleId: null, orderId: null },
  };
}
