import type { Caller } from '../http/callers/auth.ts';
import { callerOf } from '../http/callers/authenticate.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services.ts';

/** The token of one connection: checked when it comes, again and again, and when it expires. */
export interface TokenWatch {
  /** The user; null before the first token. */
  caller(): Caller | null;
  /** Takes the first token, or a newer one of the same user. @throws ProblemError when it is refused */
  take(token: string): Promise<Caller>;
  /** Asks whether the session still stands. @throws ProblemError when it does not */
  recheck(): Promise<void>;
  end(): void;
}

/** Longer waits are not possible; the token is checked again long before. */
const WAIT_MAX_MS = 2 ** 31 - 1;

interface Door {
  readonly services: Services;
  readonly address: string;
  readonly countStranger: () => Promise<void>;
}

/**
 * @param door.address - where the connection came from
 * @param door.countStranger - told of every token that is refused; throws when the address has sent too many
 * @param expired - called when the token expires and no newer one has come
 */
export function watchToken({ services, address, countStranger }: Door, expired: () => void): TokenWatch {
  let held: { readonly token: string; readonly caller: Caller } | null = null;
  let expiry: NodeJS.Timeout | undefined;
  return {
    caller: () => held?.caller ?? null,
    async take(token) {
      const caller = await callerOf(services, { token, address }).catch(async (error: unknown) => {
        await countStranger();
        throw error;
      });
      if (held !== null && held.caller.userId !== caller.userId) throw new ProblemError('TOKEN_INVALID');
      held = { token, caller };
      clearTimeout(expiry);
      expiry = setTimeout(expired, Math.min(WAIT_MAX_MS, Math.max(0, caller.expiresAt - services.now())));
      return caller;
    },
    async recheck() {
      if (held !== null) await callerOf(services, { token: held.token, address });
    },
    end: () => clearTimeout(expiry),
  };
}
