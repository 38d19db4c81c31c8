import type { Environment } from '#base/environment.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { listKeysToCheck } from '#storage/users/exchange-keys.ts';
import type { KeySigner } from './key-signer.ts';

/** Early enough for a program that is restarted every day. */
const FIRST_LOOK_MS = MINUTE_MS;
/** How often due keys are looked for. */
const LOOK_EVERY_MS = HOUR_MS;
/** Maximum number of keys per run; the others wait for the next. */
const KEYS_MAX = 100;

export interface RecheckOptions {
  readonly engine: Database;
  readonly environment: Environment;
  readonly signer: Pick<KeySigner, 'check'>;
  readonly log: (line: string) => void;
  /** Wall time in milliseconds. */
  readonly now?: () => number;
}

/** Checks keys that were not checked for a day, one by one: a minute after the start, then every hour. */
export function recheckDaily(options: RecheckOptions): { stop(): Promise<void> } {
  let work: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    work = recheckDue(options).catch((error: unknown) =>
      options.log(`keys were not checked again: ${reasonOf(error)}`),
    );
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await work;
    },
  };
}

/**
 * Checks the due keys, oldest check first; stops when the exchange is unreachable.
 * @returns how many were checked
 */
export async function recheckDue(options: RecheckOptions): Promise<number> {
  const { engine, environment, signer, log } = options;
  const before = new Date((options.now ?? Date.now)() - DAY_MS);
  let checked = 0;
  for (const { ownerId } of await listKeysToCheck(engine, { environment, before, limit: KEYS_MAX })) {
    try {
      if ((await signer.check(ownerId)) === 'unreachable') break;
      checked += 1;
    } catch (error) {
      log(`the key of a user was not checked again: ${reasonOf(error)}`);
    }
  }
  return checked;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
