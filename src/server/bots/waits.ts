import type { getWaits } from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import type { RuleReading } from '#engine/model/atom.ts';
import { atomIdOf } from '#engine/model/record.ts';
import type { WaitNow } from '#ports/runtime.ts';
import type { BotRow } from '#storage/bots.ts';
import type { Context } from '../http/context.ts';
import { maybeTimeText, statisticText, timeText } from '../http/text.ts';
import { engineFor, isExchangeSilent, isMarketBehind } from '../live/present-health.ts';
import type { Services } from '../services.ts';
import { ownBot } from './own-bot.ts';

type WaitsReply = Reply<typeof getWaits>;

/** What the atoms of a bot wait for, and what holds up the engine as a whole. */
export async function waitsOfBot(context: Context<typeof getWaits>): Promise<WaitsReply> {
  const { caller, params, query, services, read } = context;
  const row = await read((tx) => ownBot(tx, caller.userId, { ...params, ...query }));
  const waits = (await services.runtime.waitsNow([row])).get(row.botId) ?? storedWaits(row);
  return {
    heldUpBy: heldUpBy(services, caller.userId),
    items: waits.map(({ symbol, direction, code, figures, rule }) => ({
      atomId: atomIdOf({ botId: row.botId, symbol, direction }),
      symbol,
      direction,
      code,
      figures: Object.entries(figures).map(([name, value]) => ({ name, value: String(value) })),
      rule: rule && presentReading(rule),
    })),
  };
}

/** A deleted bot is not in the engine, and one whose portfolio is being removed may be gone already. */
function storedWaits({ snapshot: { bot } }: BotRow): readonly WaitNow[] {
  const { state } = bot;
  if (state === 'RUNNING') return [];
  return bot.atoms.map(({ symbol, direction }) => ({
    symbol,
    direction,
    code: `BOT_${state}`,
    figures: {},
    rule: null,
  }));
}

/** What a rule said at a close, as the API tells it. */
export function presentReading({ openedAt, closedAt, isActing, nodes, lastTriggerAt, knownSince }: RuleReading) {
  return {
    openedAt: timeText(openedAt),
    closedAt: timeText(closedAt),
    isActing,
    nodes: nodes.map(({ path, truth, values, isOfPrices }) => ({
      path: path.join('.'),
      truth,
      isOfPrices,
      values: values.map(({ name, value }) => ({ name, value: value === null ? null : statisticText(value) })),
    })),
    lastTriggerAt: maybeTimeText(lastTriggerAt),
    knownSince: maybeTimeText(knownSince),
  };
}

function heldUpBy(services: Services, ownerId: string): WaitsReply['heldUpBy'] {
  const { storeTrouble } = services.runtime.market();
  const engine = engineFor(ownerId, services.runtime);
  if (storeTrouble !== null) return storeTrouble === 'disk-full' ? 'DISK_FULL' : 'DATABASE_UNAVAILABLE';
  if (engine === 'stopped') return 'ENGINE_STOPPED';
  if (engine === 'catching-up') return 'CATCHING_UP';
  if (isExchangeSilent(services)) return 'EXCHANGE_SILENT';
  return isMarketBehind(services) ? 'MARKET_BEHIND' : null;
}
