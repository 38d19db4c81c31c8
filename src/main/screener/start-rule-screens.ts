import { availableParallelism } from 'node:os';
import { RulePool } from '#lab/screener/rules/rule-pool.ts';
import { marketNow } from '#server/http/context.ts';
import type { StartedEngine } from '../engine/start-engine.ts';
import { KeptRuleScreens } from './rule-screens.ts';

/** Judges strategies on the market in threads of their own, which start with the first one that somebody asks for. */
export function startRuleScreens({ market, readPast, runtime }: StartedEngine, folder: string): KeptRuleScreens {
  return new KeptRuleScreens({
    ...{ folder, contracts: market.contracts, readPast },
    marketNow: () => marketNow(runtime),
    judges: new RulePool(availableParallelism()),
  });
}
