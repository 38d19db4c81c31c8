import type { Environment } from '#base/environment.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { listKeysToCheck } from '#storage/users/exchange-keys.ts';
import type { KeySigner } from './key-signer.ts';

/** A program that is started anew every day must come to it too. */
const FIRST_LOOK_MS = MINUTE_MS;
/** How often it is looked which keys are due. */
const LOOK_EVERY_MS = HOUR_MS;
/** Keys checked in one go; the others wait for the next look. */
const KEYS_MAX = 100;

export interface RecheckOptions {
  readonly engine: Database;
  readonly environment: Environment;
  readonly signer: Pick<KeySigner, 'check'>;
  readonly log: (line: string) => void;
  /** Wall time in milliseconds. */
  readonly now?: () => number;
}

/** Looks a minute after the start, then every hour, for keys that were not checked for a day, and checks them one by one. */
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
 * Checks the keys that are due, the longest-waiting first; ends at the first that finds no exchange.
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
