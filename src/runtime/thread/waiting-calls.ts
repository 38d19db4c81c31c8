import { AppError } from '#base/errors.ts';

/** Calls that may wait for an answer, so that a thread that does not answer cannot fill the memory of this one. */
const USUAL_MAX = 2_000;
/** Urgent calls have a limit of their own. */
const URGENT_MAX = 2_000;

/** How a call stands to others when too many wait: urgent ones count only against themselves. */
export type CallUrgency = 'urgent' | 'usual';

/** The calls that a thread has yet to answer. */
export interface WaitingCalls {
  /**
   * Takes a call up, for at most `answerMsMax`, and sends it under its number.
   * @throws AppError OVERLOADED when too many wait; `late()` when no answer comes in time; whatever `settle` rejects with
   */
  wait(urgency: CallUrgency, late: () => AppError, send: (id: number) => void): Promise<unknown>;
  /** The call of this number, which no longer waits; undefined when its answer came too late. */
  settle(id: number): PromiseWithResolvers<unknown> | undefined;
  /** Rejects every call that waits. */
  rejectAll(cause: AppError): void;
}

export function waitingCalls(answerMsMax: number): WaitingCalls {
  const waiting = new Map<
    number,
    { answer: PromiseWithResolvers<unknown>; urgency: CallUrgency; timer: NodeJS.Timeout }
  >();
  const room = { urgent: URGENT_MAX, usual: USUAL_MAX };
  let lastId = 0;
  const settle = (id: number): PromiseWithResolvers<unknown> | undefined => {
    const found = waiting.get(id);
    if (found === undefined) return undefined;
    waiting.delete(id);
    room[found.urgency] += 1;
    clearTimeout(found.timer);
    return found.answer;
  };
  return {
    async wait(urgency, late, send) {
      if (room[urgency] === 0) throw overloaded();
      room[urgency] -= 1;
      lastId += 1;
      const id = lastId;
      const answer = Promise.withResolvers<unknown>();
      const timer = setTimeout(() => settle(id)?.reject(late()), answerMsMax);
      waiting.set(id, { answer, urgency, timer });
      send(id);
      return answer.promise;
    },
    settle,
    rejectAll(cause) {
      for (const id of [...waiting.keys()]) settle(id)?.reject(cause);
    },
  };
}

/** The refusal of a call that found too many others waiting, or of a read that was not answered in time. */
export function overloaded(): AppError {
  return new AppError('OVERLOADED', 'The engine is overloaded. Try again in a moment.', { isRetryable: true });
}
