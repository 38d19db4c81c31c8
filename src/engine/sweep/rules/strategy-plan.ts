import type { CustomParams } from '../../bots/custom/custom-params.ts';
import { ruleStrategy } from '../../bots/registry.ts';
import type { BotKind } from '../../model/bot.ts';
import type { BotParams } from '../../model/bot-params.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { LadderParams } from '../../model/ladder-params.ts';
import { isFollowed } from '../followed.ts';
import { type SweepAccount, type SweepPlan, sweepPlan } from '../plan.ts';
import { rulePlans } from './rule-plan.ts';

/** A parameter set of a kind, which has passed the schema of that kind. */
export interface SweepStrategy {
  readonly kind: BotKind;
  readonly params: BotParams;
}

/** Reads a parameter set of any kind for sweeping; the kernel must follow it. */
export function strategyPlan(strategy: SweepStrategy, instrument: Instrument, account: SweepAccount): SweepPlan {
  return strategyPlans(strategy)(instrument, account);
}

/** The same for one instrument after the other: reading the rules would take as long as a share of the candles. */
export function strategyPlans({
  kind,
  params,
}: SweepStrategy): (instrument: Instrument, account: SweepAccount) => SweepPlan {
  // Each kind has the parameters of its own schema.
  if (kind === ruleStrategy.kind) return rulePlans(params as CustomParams);
  return (instrument, account) => sweepPlan(params as LadderParams, instrument, account);
}

/** Whether the kernel supports all parameters of a set. An unsupported set runs on the account. */
export function isFollowedSet({ kind, params }: SweepStrategy): boolean {
  return kind === ruleStrategy.kind || isFollowed(params as LadderParams); // As above.
}
