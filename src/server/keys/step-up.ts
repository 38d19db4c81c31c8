import { MINUTE_MS } from '#base/time.ts';
import { STEP_UP_MINUTES } from '#contract/limits.ts';
import type { Caller } from '../http/callers/auth.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services.ts';

/** How recently the password must have been entered for actions that could cost money. */
const FRESH_MS = STEP_UP_MINUTES * MINUTE_MS;

/** Throws STEP_UP_REQUIRED unless the password was entered recently. */
export function refuseOldSignIn({ caller, services }: { readonly caller: Caller; readonly services: Services }): void {
  if (services.now() - caller.authTime > FRESH_MS) throw new ProblemError('STEP_UP_REQUIRED');
}
