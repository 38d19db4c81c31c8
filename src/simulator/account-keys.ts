import { randomBytes, randomUUID } from 'node:crypto';
import { cashFrom } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { ApiKey, Simulation } from './simulation.ts';
import type { JournalEntry } from './stored/stored-state.ts';

const KEY_BYTES = 48;

interface Ledger {
  readonly exchange: Exchange;
  readonly keys: Map<string, ApiKey>;
  /** Brings the exchange up to market time. */
  readonly moveOn: () => Instant;
  /** Writes entries that happened together to the journal; resolves when they are on disk. */
  readonly record: (...entries: JournalEntry[]) => Promise<void>;
}

/** The accounts of a simulation, found by API key. Each label has one account. */
export function accountKeys({
  exchange,
  keys,
  moveOn,
  record,
}: Ledger): Pick<Simulation, 'openAccount' | 'renewKey' | 'registerKey' | 'keys' | 'key' | 'setKey' | 'removeKey'> {
  const labelled = (label: string): readonly ApiKey[] => [...keys.values()].filter((key) => key.label === label);
  return {
    async openAccount({ label, deposit, isDualSide }) {
      if (labelled(label).length > 0) return null;
      const accountId = randomUUID();
      const key = newKey(label, accountId);
      const at = moveOn();
      const command = { type: 'open-account', accountId, deposit: cashFrom(deposit), isDualSide } as const;
      const opened = exchange.execute(command);
      if (!opened.ok) throw new AppError('DEPOSIT_REFUSED', `No account can be opened with ${deposit} USDT.`);
      keys.set(key.apiKey, key);
      await record({ kind: 'command', at, command }, { kind: 'key', at, key });
      return key;
    },
    async renewKey(label) {
      const old = labelled(label);
      const [first] = old;
      if (first === undefined) return null;
      const key = newKey(label, first.accountId);
      const at = moveOn();
      const ended = old.filter(({ apiKey }) => apiKey !== key.apiKey);
      for (const { apiKey } of ended) keys.delete(apiKey);
      keys.set(key.apiKey, key);
      // The new one first: if the entries are cut in between, the account still has a key.
      await record(
        { kind: 'key', at, key },
        ...ended.map(({ apiKey }) => ({ kind: 'key-removed', at, apiKey }) as const),
      );
      return key;
    },
    async registerKey(label, publicKey) {
      const [first] = labelled(label);
      if (first === undefined) return null;
      const { accountId } = first;
      const key = { ...RIGHTS, accountId, label, apiKey: randomKey(), secret: '', publicKey };
      keys.set(key.apiKey, key);
      await record({ kind: 'key', at: moveOn(), key });
      return key;
    },
    keys: () => [...keys.values()],
    key: (apiKey) => keys.get(apiKey) ?? null,
    async setKey(apiKey, rights) {
      const known = keys.get(apiKey);
      if (known === undefined) return;
      const key = { ...known, ...rights };
      keys.set(apiKey, key);
      await record({ kind: 'key', at: moveOn(), key });
    },
    async removeKey(apiKey) {
      if (keys.delete(apiKey)) await record({ kind: 'key-removed', at: moveOn(), apiKey });
    },
  };
}

const RIGHTS = { canTrade: true, canWithdraw: false, isIpRestricted: true } as const;

/** The first account has a published key, so that people can try the API by hand. */
function newKey(label: string, accountId: string): ApiKey {
  const isKnown = label === 'simulated-key';
  const [apiKey, secret] = isKnown ? [label, 'simulated-secret'] : [randomKey(), randomKey()];
  return { accountId, label, apiKey, secret, ...RIGHTS };
}

/** 64 letters and digits, like the exchange's own keys. */
function randomKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url').replaceAll('-', 'A').replaceAll('_', 'B');
}
