import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { normalText } from '#base/typed/typed-text.ts';
import { createQueue } from './work-queue.ts';

/** Argon2id, which is the library's default algorithm; about 40 ms of one core each. */
const COST = { memoryCost: 32_768, timeCost: 3, parallelism: 1 } as const;
/** One at a time leaves the other cores to the engine; a longer queue is a flood. */
const CONCURRENT_MAX = 1;
const WAITING_MAX = 40;

/** Computes and checks password hashes, a limited number at a time. */
export interface PasswordHasher {
  /** @throws BusyError when too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Hashes made of a password as it was typed match it too. Null, for an account that
   * does not exist, takes equally long and gives false.
   * @throws BusyError when too many are waiting
   */
  isMatch(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Hashes a password at once, for a command that runs alone. The hash is of its normal spelling. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalText(password), COST);
}

/** Computes a decoy hash first, so that an unknown account does not answer faster than a known one. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const queue = createQueue({ concurrentMax: CONCURRENT_MAX, waitingMax: WAITING_MAX });
  const nobodys = await hash(randomBytes(32), COST);
  return {
    hash: (password) => queue.run(() => hashPassword(password)),
    isMatch: async (passwordHash, password) => {
      for (const spelling of new Set([normalText(password), password])) {
        const isEqual = await queue.run(() => verify(passwordHash ?? nobodys, spelling));
        if (isEqual && passwordHash !== null) return true;
      }
      return false;
    },
  };
}
