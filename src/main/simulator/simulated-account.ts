import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import { ADMIN_HEADER } from '#simulator/admin/admin-token.ts';
import { SIMULATOR_ADDRESS } from './simulator-place.ts';

const ANSWER_MS_MAX = 10_000;
const LABEL_LENGTH_MAX = 60;
const ALREADY_THERE = 409;
const answer = z.object({ apiKey: z.string().min(1), secret: z.string().min(1) });

/** How the program reaches the admin surface of its simulated exchange. Passed in memory only. */
export interface SimulatorAccess {
  readonly port: number;
  /** Of this start. */
  readonly adminToken: string;
  /** By how many days a market that follows the machine's clock shifts its recording; 0 on a clock of its own. */
  readonly shiftDays?: number;
}

/**
 * A new key to the account of a user at the simulated exchange, which is opened with 10,000 USDT when there is none. An
 * earlier key of the account stops working, because the exchange tells a secret only once.
 * @throws AppError EXCHANGE_UNAVAILABLE
 */
export function simulatedAccounts(access: SimulatorAccess): (userId: string) => Promise<ExchangeCredentials> {
  return async (userId) => {
    try {
      const body = { label: labelOf(userId) };
      const opened = await post(access, 'accounts', body);
      const response = opened.status === ALREADY_THERE ? await post(access, 'keys/renew', body) : opened;
      return answer.parse(await response.json());
    } catch (cause) {
      const sentence = 'The simulated exchange did not open an account.';
      throw new AppError('EXCHANGE_UNAVAILABLE', sentence, { cause, isRetryable: true });
    }
  };
}

function post({ port, adminToken }: SimulatorAccess, act: string, body: object): Promise<Response> {
  return fetch(`http://${SIMULATOR_ADDRESS}:${port}/admin/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [ADMIN_HEADER]: adminToken },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
}

function labelOf(userId: string): string {
  return userId.length <= LABEL_LENGTH_MAX ? userId : createHash('sha256').update(userId).digest('base64url');
}
