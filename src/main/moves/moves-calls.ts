import type { PastMeasures } from '#lab/moves/measure-past.ts';

/** The calls to the thread that measures price moves. */
export type MovesCalls = {
  [Name in keyof PastMeasures]: (...given: Parameters<PastMeasures[Name]>) => Promise<ReturnType<PastMeasures[Name]>>;
};
