import type { Call, Received } from '#contract/call.ts';
import { addExchangeKey, openSimulatedAccount, rotateExchangeKey, testExchangeKey } from '#contract/exchange-key.ts';
import { getCandles, getFuturesPrice } from '#contract/market.ts';
import type { Route } from '../route.ts';
import { fairTurns } from './fair-turns.ts';
import { requestsAtOnce } from './requests-at-once.ts';

/** More wait than can be served in the time that one may wait. */
const WAITING = { waitingMax: 300, waitMsMax: 10_000 } as const;

/**
 * What is worked on at the same time. Reads take processor time here and in the database, whose pool must keep connections
 * for commands. Commands wait for the next commit most of the time, and calls of the exchange for its answer.
 */
const LANES = {
  reads: { atOnce: 8, atOnceOfUser: 2, ...WAITING },
  commands: { atOnce: 64, atOnceOfUser: 16, ...WAITING },
  exchange: { atOnce: 64, atOnceOfUser: 8, ...WAITING },
} as const;

const OF_EXCHANGE: ReadonlySet<string> = new Set(
  [getCandles, getFuturesPrice, addExchangeKey, rotateExchangeKey, openSimulatedAccount, testExchangeKey].map(
    ({ name }) => name,
  ),
);

/** Decides when a request is worked on. */
export interface RequestTurns {
  /**
   * Does the work of a user's request when it is its turn. Calls without a user and commands that take risk away never
   * wait and are never refused.
   * @throws ProblemError TOO_MANY_AT_ONCE, OVERLOADED, having done nothing
   */
  run<T>(request: AskedRequest, work: () => Promise<T>): Promise<T>;
}

export interface AskedRequest {
  readonly route: Route;
  readonly received: Received<Call>;
  readonly userId: string;
}

export function requestTurns(): RequestTurns {
  const atOnce = requestsAtOnce();
  const lanes = {
    reads: fairTurns(LANES.reads),
    commands: fairTurns(LANES.commands),
    exchange: fairTurns(LANES.exchange),
  };
  return {
    run({ route, received, userId }, work) {
      if (route.call.access === 'none' || route.shrinksRisk(received)) return work();
      return atOnce.count(userId, () => lanes[laneOf(route.call)].take(userId, work));
    },
  };
}

function laneOf({ name, method }: Call): keyof typeof LANES {
  if (OF_EXCHANGE.has(name)) return 'exchange';
  return method === 'GET' ? 'reads' : 'commands';
}
