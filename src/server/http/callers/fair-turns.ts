import { ProblemError } from '../problem.ts';
import { type UserLine, userLines } from './user-lines.ts';

export interface TurnLimits {
  /** Requests that are worked on at the same time. */
  readonly atOnce: number;
  /** Those of one user among them. */
  readonly atOnceOfUser: number;
  /** Requests that may wait for their turn. */
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

/** Lets users take turns, so that nobody waits behind all that another one has asked. */
export interface FairTurns {
  /**
   * Does the work when it is the user's turn. When too many requests wait, the newest of the user with most of them is
   * refused.
   * @throws ProblemError OVERLOADED, having done nothing
   */
  take<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

export function fairTurns(limits: TurnLimits): FairTurns {
  const lines = userLines();
  let [working, waiting] = [0, 0];

  const mayBegin = (line: UserLine): boolean => working < limits.atOnce && line.working < limits.atOnceOfUser;
  const begin = (line: UserLine): void => {
    working += 1;
    line.working += 1;
    lines.moveBack(line);
  };
  const end = (line: UserLine): void => {
    working -= 1;
    line.working -= 1;
    lines.moveBack(line);
    const next = lines.next(mayBegin);
    const first = next?.waiting.shift();
    if (next === undefined || first === undefined) return;
    waiting -= 1;
    begin(next);
    first.resolve();
  };
  const refuse = (line: UserLine, one: PromiseWithResolvers<void> | undefined): void => {
    const index = one === undefined ? -1 : line.waiting.indexOf(one);
    if (index < 0) return; // Its turn has come.
    line.waiting.splice(index, 1);
    waiting -= 1;
    if (line.working === 0 && line.waiting.length === 0) lines.moveBack(line);
    one?.reject(new ProblemError('OVERLOADED'));
  };
  const turn = async (line: UserLine): Promise<void> => {
    if (line.waiting.length === 0 && mayBegin(line)) return begin(line);
    const one = Promise.withResolvers<void>();
    line.waiting.push(one);
    waiting += 1;
    const most = waiting > limits.waitingMax ? lines.longest() : undefined;
    if (most !== undefined) refuse(most, most.waiting.at(-1));
    const late = setTimeout(() => refuse(line, one), limits.waitMsMax);
    try {
      await one.promise;
    } finally {
      clearTimeout(late);
    }
  };
  return {
    async take(userId, work) {
      const line = lines.of(userId);
      await turn(line);
      try {
        return await work();
      } finally {
        end(line);
      }
    },
  };
}
