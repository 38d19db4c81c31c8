import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serialize } from 'node:v8';
import { createKeySigner, type KeySigner, type RemoteSigner } from '#keys/key-signer.ts';
import { ensureKeyRing } from '#keys/sealing/key-ring.ts';
import { createOpener } from '#keys/sealing/opener.ts';
import { createSealer } from '#keys/sealing/sealer.ts';
import { createSignInReader } from '#keys/sign-in-reader.ts';
import { storedDocuments } from '#keys/stored-documents.ts';
import type { ExchangeCredentials, PermissionsAnswer } from '#ports/key-permissions.ts';
import type { KeyServices } from '#server/keys/key-services.ts';
import type { Database } from '#storage/database/database.ts';

export const GOOD_KEY: PermissionsAnswer = {
  kind: 'known',
  permissions: { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: true },
};

/** Both sides of exchange keys, each with its own folder: the request side holds only the public key. */
export interface KeySupport {
  readonly requestsDir: string;
  readonly engineDir: string;
  /** The exchange's answer about every key from now on. */
  answer: PermissionsAnswer;
  /** Every key that the exchange was asked about. */
  readonly asked: ExchangeCredentials[];
  /** Everything that was passed between requests and the engine's side, copied as between two threads, as text. */
  readonly crossed: string[];
  /** How many keys the simulated exchange has made for each user; only the last one of a user works. */
  readonly opened: Map<string, number>;
  /** Waited for before the simulated exchange makes a key. */
  beforeOpening: () => Promise<void>;
  /** Creates the services of a test server. */
  servicesOf(engine: Database): Promise<KeyServices>;
  /** The engine's side of the most recent server. */
  signer(): KeySigner;
  close(): Promise<void>;
}

export async function openKeySupport(): Promise<KeySupport> {
  const [requestsDir, engineDir] = await Promise.all([newFolder(), newFolder()]);
  await ensureKeyRing(engineDir);
  await copyFile(
    path.join(engineDir, 'exchange-keys-public.json'),
    path.join(requestsDir, 'exchange-keys-public.json'),
  );
  let signer: KeySigner | null = null;
  const closings: (() => Promise<unknown>)[] = [];
  const support: KeySupport = {
    requestsDir,
    engineDir,
    answer: GOOD_KEY,
    asked: [],
    crossed: [],
    opened: new Map(),
    beforeOpening: async () => {},
    async servicesOf(engine) {
      const opener = createOpener(engineDir);
      const sealer = createSealer(requestsDir);
      const permissions = {
        permissionsOf: async (credentials: ExchangeCredentials) => {
          support.asked.push(credentials);
          return support.answer;
        },
      };
      const environment = 'sim' as const;
      const own = createKeySigner({ engine, environment, opener, sealer, permissions });
      signer = own;
      const cross = <T>(value: T): T => {
        support.crossed.push(serialize(value).toString('latin1'));
        return structuredClone(value);
      };
      const remote: RemoteSigner = {
        permissionsOf: async (key) => cross(await own.permissionsOf(cross(key))),
        reseal: async (key, context) => cross(await own.reseal(cross(key), cross(context))),
        check: async (userId) => cross(await own.check(cross(userId))),
      };
      const parts = { engine, environment, signer: remote, now: Date.now };
      const documents = storedDocuments(engine);
      const documentPath = 'keys/readApiKeys';
      const reader = createSignInReader({ ...parts, documents, documentPath, makeDocument: null, log: () => {} });
      closings.push(() => reader.close());
      const openAccount = async (userId: string) => {
        await support.beforeOpening();
        const count = (support.opened.get(userId) ?? 0) + 1;
        support.opened.set(userId, count);
        return { apiKey: `sim-key-${count}-of-${userId}`, secret: `sim-secret-${count}-of-${userId}` };
      };
      return { sealer, signer: remote, reader, openAccount, ownDocumentPath: documentPath };
    },
    signer() {
      if (signer === null) throw new Error('no server was made yet');
      return signer;
    },
    async close() {
      for (const close of closings) await close();
      for (const folder of [requestsDir, engineDir]) await rm(folder, { recursive: true });
    },
  };
  return support;
}

function newFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'botyard-keys-'));
}
