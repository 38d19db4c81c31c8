import type { Call, Received } from '#contract/call.ts';
import { refuseOldSignIn } from '../../keys/step-up.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../callers/auth.ts';
import { type commandKey, hashOf } from '../idempotency.ts';
import { ProblemError } from '../problem.ts';

interface Confirmable {
  readonly services: Services;
  readonly caller: Caller;
  readonly call: Call;
  readonly received: Received<Call>;
  readonly key: ReturnType<typeof commandKey>;
}

/** The confirmation of one request. */
interface Confirmation {
  /** @throws ProblemError CONFIRMATION_UNKNOWN for a token that was not issued for exactly this command */
  refuseForeign(): void;
  /** As `confirm` of `Acts`. */
  require(): void;
}

/** The confirmation that a request carries, or the lack of one. */
export function confirmationOf({ services, caller, call, received, key }: Confirmable): Confirmation {
  const { confirm, ...input } = { confirm: null, ...(received.body as object | undefined) };
  const token = typeof confirm === 'string' ? confirm : null; // `true` accepts the close of a condition: no token.
  const command = () => ({
    userId: caller.userId,
    call: call.name,
    inputHash: hashOf([received.params, input]),
  });
  return {
    refuseForeign() {
      if (token === null || services.confirmations.isIssued(token, command())) return;
      throw new ProblemError('CONFIRMATION_UNKNOWN');
    },
    require() {
      refuseOldSignIn({ caller, services });
      if (token === null) {
        throw new ProblemError('CONFIRMATION_REQUIRED', [], services.confirmations.issue(command()));
      }
      if (!services.confirmations.redeem(token, key?.key ?? null)) throw new ProblemError('CONFIRMATION_UNKNOWN');
    },
  };
}
