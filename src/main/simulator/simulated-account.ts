import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import { ADMIN_HEADER } from '#simulator/admin/open-admin.ts';
import { SIMULATOR_HOST } from '../commands/simulator-command.ts';

const ANSWER_MS_MAX = 10_000;
const LABEL_LENGTH_MAX = 60;
const answer = z.object({ apiKey: z.string().min(1), secret: z.string().min(1) });

/**
 * Opens an account of 10,000 USDT at the simulated exchange, one per user; repeated calls return the same account.
 * @throws AppError EXCHANGE_UNAVAILABLE
 */
export function simulatedAccounts(port: number): (userId: string) => Promise<ExchangeCredentials> {
  return async (userId) => {
    try {
      const response = await fetch(`http://${SIMULATOR_HOST}:${port}/admin/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [ADMIN_HEADER.name]: ADMIN_HEADER.value },
        body: JSON.stringify({ label: labelOf(userId) }),
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      });
      return answer.parse(await response.json());
    } catch (cause) {
      const sentence = 'The simulated exchange did not open an account.';
      throw new AppError('EXCHANGE_UNAVAILABLE', sentence, { cause, isRetryable: true });
    }
  };
}

function labelOf(userId: string): string {
  return userId.length <= LABEL_LENGTH_MAX ? userId : createHash('sha256').update(userId).digest('base64url');
}
