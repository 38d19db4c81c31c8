import { ProblemError } from './problem.ts';

/**
 * A confirmation is a token that the server has given out with the preview of a live act. No act of this version is live,
 * so every token is one that it never gave. (`confirm: true` of a condition is no token: it accepts a close at market.)
 * @throws ProblemError CONFIRMATION_UNKNOWN
 */
export function refuseConfirmation(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('confirm' in body)) return;
  if (typeof body.confirm === 'string') throw new ProblemError('CONFIRMATION_UNKNOWN');
}
