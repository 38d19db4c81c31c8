import type { Chance } from '#base/prng.ts';
import type { Account } from './account.ts';
import { PAGE_CALLS, type PageCall } from './page-calls.ts';
import { PAGE_REQUESTS } from './page-requests.ts';

/** One request of the mix. */
export interface Request {
  /** The name under which its figures are printed. */
  readonly call: string;
  readonly isCommand: boolean;
  readonly path: string;
  readonly body?: unknown;
}

/** Each read as often as pages send it. */
const READS = Object.entries(PAGE_CALLS).flatMap(([call, count]) =>
  Array.from({ length: count }, () => call as PageCall),
); // Its own names.

/** A command in this many requests. */
const COMMAND_EVERY = 50;

/** The request of this number: what pages read, and now and then a user who switches the entries of a bot. */
export function requestOf(number: number, account: Account, random: Chance): Request {
  if (number % COMMAND_EVERY === 0) {
    const body = {
      strategy_executor_id: random.pick(account.runs),
      is_enter_buy_enabled: random.next() < 0.5,
      is_enter_sell_enabled: false,
    };
    return { call: 'switch entries', isCommand: true, path: '/api/dca-bot/set-is-enter-enabled', body };
  }
  return readOf(account, random);
}

/** A read of the mix. */
export function readOf(account: Account, random: Chance): Request {
  const call = random.pick(READS);
  return { call, isCommand: false, path: PAGE_REQUESTS[call](account, random) };
}
