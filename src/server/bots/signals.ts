import type { getSignals } from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import { ruleDistance } from '#engine/bots/rules/rule-distance.ts';
import { atomIdOf } from '#engine/model/record.ts';
import type { WaitNow } from '#ports/runtime.ts';
import { listBots } from '#storage/bots.ts';
import type { Context } from '../http/context.ts';
import { maybeTimeText, statisticText, timeText } from '../http/text.ts';
import { ownPortfolioOfKind } from './own-bot.ts';

type SignalsReply = Reply<typeof getSignals>;

/** What the entry rules of the caller's bots say at their last closes. */
export async function signalsOfBots(context: Context<typeof getSignals>): Promise<SignalsReply> {
  const { caller, params, query, services, read } = context;
  const rows = await read(async (tx) => {
    const { portfolioId } = query;
    if (portfolioId !== undefined) await ownPortfolioOfKind(tx, caller.userId, { ...params, portfolioId });
    return listBots(tx, caller.userId, { kind: params.kind, ...(portfolioId === undefined ? {} : { portfolioId }) });
  });
  const waits = await services.runtime.waitsNow(rows);
  return { items: [...waits].flatMap(([botId, atoms]) => atoms.flatMap((atom) => presentSignal(botId, atom))) };
}

const ALL_PERCENT = 100;

function presentSignal(botId: string, { symbol, direction, rule }: WaitNow): SignalsReply['items'] {
  if (rule === null) return [];
  const { openedAt, closedAt, isActing, nodes, lastTriggerAt, knownSince } = rule;
  const distance = ruleDistance(nodes);
  return [
    {
      ...{ botId, atomId: atomIdOf({ botId, symbol, direction }), isActing },
      ...{ openedAt: timeText(openedAt), closedAt: timeText(closedAt) },
      truth: nodes.find(({ path }) => path.length === 0)?.truth ?? 'unknown',
      distancePercent: distance === null ? null : statisticText(distance.share * ALL_PERCENT),
      distanceValue: distance === null || distance.difference === null ? null : statisticText(distance.difference),
      lastTriggerAt: maybeTimeText(lastTriggerAt),
      knownSince: maybeTimeText(knownSince),
    },
  ];
}
