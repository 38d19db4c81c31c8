import type { Outcome } from '#base/errors.ts';
import type { StoredPast } from '#ports/stored-past.ts';
import type { StrategyTrial, TrialRequest } from '#ports/strategy-trials.ts';

/** The calls to the thread that tries strategies. */
export interface TrialCalls {
  runTrial(request: TrialRequest, past: StoredPast): Promise<Outcome<StrategyTrial>>;
}
