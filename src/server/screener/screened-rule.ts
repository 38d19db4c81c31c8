import type { Reply } from '#contract/call.ts';
import { screenRule } from '#contract/screener/screen-rule.ts';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import type { RuleCycles, RuleFinding, RuleScreen, RuleScreenRequest } from '#ports/screener/rule-screens.ts';
import { findStrategy } from '#storage/strategies.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { maybeTimeText, statisticText, timeText } from '../http/text.ts';
import { percentsOf, totalsOf } from './rule-totals.ts';

type RuleReply = Reply<typeof screenRule>;
type RuleRow = NonNullable<RuleReply['items']>[number];

/** A saved strategy on all contracts. */
export function screenRuleRoute(): Route {
  return route(screenRule, async (context) => {
    const { body, services } = context;
    const { request, name, version } = await chosenRule(context, body);
    const screen = await services.rules.screen(request);
    return {
      ...{ strategyId: body.strategyId, strategyVersion: version, name, days: body.days },
      timeframe: timeframeOf(request),
      ...{ closedAt: timeText(screen.closedAt), done: screen.done, total: screen.total },
      items: screen.findings?.map((finding) => presentFinding(finding, screen)) ?? null,
    };
  });
}

interface ChosenRule {
  readonly request: RuleScreenRequest;
  readonly name: string;
  readonly version: number;
}

/** @throws ProblemError STRATEGY_NOT_FOUND, also for another user's strategy and for one without rules of its own */
export async function chosenRule(
  { caller, read }: Pick<Context<typeof screenRule>, 'caller' | 'read'>,
  { strategyId, strategyVersion, days }: { strategyId: string; strategyVersion?: number | undefined; days: number },
): Promise<ChosenRule> {
  const found = await read((tx) => findStrategy(tx, caller.userId, strategyId));
  if (found === undefined || found.strategy.kind !== ruleStrategy.kind) throw new ProblemError('STRATEGY_NOT_FOUND');
  const version = found.versions.find((each) => each.version === (strategyVersion ?? found.strategy.version));
  if (version === undefined) throw new ProblemError('STRATEGY_NOT_FOUND');
  const request = { kind: ruleStrategy.kind, params: version.params, days };
  return { request, name: found.strategy.name, version: version.version };
}

function timeframeOf({ kind, params }: RuleScreenRequest): RuleReply['timeframe'] {
  const [named] = familyOf(kind).rulesOf(params);
  if (named === undefined) throw new Error('Internal error: expected that a strategy of rules has a rule');
  return named.rule.timeframe;
}

function presentFinding(finding: RuleFinding, { closedAt }: RuleScreen): RuleRow {
  const { symbol, pastAt, missing } = finding;
  const isCurrent = pastAt !== null && pastAt >= closedAt;
  const told = (side: { triggers: number; triggeredAt: number | null; cycles: RuleCycles }) =>
    missing === null ? presentFigures(side) : NOTHING;
  return {
    ...{ futuresTicker: symbol, pastAt: maybeTimeText(pastAt), isCurrent, absent: missing },
    ...told(totalsOf(finding)),
    sides: finding.sides.map((side) => ({
      direction: side.direction,
      isTrue: isCurrent ? side.isTrue : null,
      trueSince: isCurrent ? maybeTimeText(side.trueSince) : null,
      ...told(side),
    })),
  };
}

const NOTHING = {
  ...{ triggers: null, triggeredAt: null, cycles: null, winPercent: null, meanPercent: null, worstPercent: null },
} as const;

function presentFigures({
  triggers,
  triggeredAt,
  cycles,
}: {
  triggers: number;
  triggeredAt: number | null;
  cycles: RuleCycles;
}): Omit<RuleRow['sides'][number], 'direction' | 'isTrue' | 'trueSince'> {
  const percents = percentsOf(cycles);
  return {
    ...{ triggers, triggeredAt: maybeTimeText(triggeredAt), cycles: cycles.ended },
    winPercent: percents && statisticText(percents.won),
    meanPercent: percents && statisticText(percents.mean),
    worstPercent: percents && statisticText(percents.worst),
  };
}
