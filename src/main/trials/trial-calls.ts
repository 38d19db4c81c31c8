import type { Outcome } from '#base/errors.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { StrategyTrial, TrialRequest } from '#ports/strategy-trials.ts';
import type { ScaleRequest, ScaleTrial } from '#ports/trials/scale-trials.ts';

/** The calls to the thread that tries strategies. */
export interface TrialCalls {
  runTrial(request: TrialRequest, past: MarketPast): Promise<Outcome<StrategyTrial>>;
  tryScale(request: ScaleRequest, past: MarketPast): Promise<ScaleTrial>;
}
