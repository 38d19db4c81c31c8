import type { Outcome } from '#base/errors.ts';
import type { Inspection } from '#engine/bots/bot-family.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { StrategyTrial, TrialRequest } from '#ports/strategy-trials.ts';
import type { ScaleRequest, ScaleTrial } from '#ports/trials/scale-trials.ts';

/** The calls to the thread that tries strategies. */
export interface TrialCalls {
  inspect(strategy: Pick<TrialRequest, 'kind' | 'params'>): Promise<Inspection>;
  runTrial(request: TrialRequest, past: MarketPast): Promise<Outcome<StrategyTrial>>;
  tryScale(request: ScaleRequest, past: MarketPast): Promise<ScaleTrial>;
}
