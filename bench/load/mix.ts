import { at } from '#base/assert.ts';
import type { Chance } from '#base/prng.ts';
import type { Account } from './account.ts';

/** One request of the mix. */
export interface Request {
  /** The name under which its figures are printed. */
  readonly call: string;
  readonly isCommand: boolean;
  readonly path: string;
  readonly body?: unknown;
}

type Make = (account: Account, random: Chance) => Omit<Request, 'call' | 'isCommand'>;

/** What pages read, in equal parts, with the limits that the pages send. */
const READS: Readonly<Record<string, Make>> = {
  status: () => ({ path: '/api/status' }),
  portfolios: () => ({ path: '/api/dca-bot/get-portfolios' }),
  bots: () => ({ path: '/api/dca-bot/get-bots' }),
  cycles: ({ portfolioIds }, random) => ({
    path: `/api/dca-bot/get-cycles?portfolio_id=${random.pick(portfolioIds)}&limit=100`,
  }),
  logs: () => ({ path: '/api/dca-bot/get-logs?limit=100' }),
  market: (_account, random) => ({
    path: `/api/market/futures/candles?symbol=${random.pick(SYMBOLS)}&interval=15m&limit=500`,
  }),
};
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT'] as const;
const READ_NAMES = Object.keys(READS);

/** A command in this many requests. */
const COMMAND_EVERY = 50;

/** The request of this number: the reads in turn, and now and then a user who switches the entries of a bot. */
export function requestOf(number: number, account: Account, random: Chance): Request {
  if (number % COMMAND_EVERY === 0) {
    const body = {
      strategy_executor_id: random.pick(account.runs),
      is_enter_buy_enabled: random.next() < 0.5,
      is_enter_sell_enabled: false,
    };
    return { call: 'switch entries', isCommand: true, path: '/api/dca-bot/set-is-enter-enabled', body };
  }
  return readOf(number, account, random);
}

/** The read of this number. */
export function readOf(number: number, account: Account, random: Chance): Request {
  const call = at(READ_NAMES, number % READ_NAMES.length);
  const make = READS[call];
  if (make === undefined) throw new Error('every read has its request');
  return { call, isCommand: false, ...make(account, random) };
}
