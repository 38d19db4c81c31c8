import { type Call, type CallWork, type Received, workOf } from '#contract/call.ts';
import type { Route } from '../route.ts';
import { fairTurns, type TurnLimits } from './fair-turns.ts';
import { requestsAtOnce } from './requests-at-once.ts';

/** More wait than can be served in the time that one may wait. */
const WAITING = { waitingMax: 300, waitMsMax: 10_000 } as const;

/**
 * What is worked on at the same time. Reads take processor time here and in the database, whose pool must keep connections
 * for commands. Commands wait for the next commit most of the time, and calls of the exchange for its answer.
 */
const LANES: Readonly<Record<CallWork, TurnLimits>> = {
  read: { atOnce: 8, atOnceOfUser: 2, ...WAITING },
  command: { atOnce: 64, atOnceOfUser: 16, ...WAITING },
  exchange: { atOnce: 64, atOnceOfUser: 8, ...WAITING },
};

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
    read: fairTurns(LANES.read),
    command: fairTurns(LANES.command),
    exchange: fairTurns(LANES.exchange),
  };
  return {
    run({ route, received, userId }, work) {
      if (route.call.access === 'none' || route.shrinksRisk(received)) return work();
      return atOnce.count(userId, () => lanes[workOf(route.call)].take(userId, work));
    },
  };
}
