import type { LiveTopic } from '#contract/live.ts';
import type { BotAddress, RuntimeChange } from '#ports/runtime.ts';
import type { Services } from '../services.ts';

/** The changes since they were last taken. */
export interface Changes {
  readonly bots: ReadonlyMap<string, BotAddress>;
  readonly topics: ReadonlySet<LiveTopic>;
  readonly prices: RuntimeChange['prices'];
}

export interface ChangeGatherer {
  take(): Changes;
  end(): void;
}

/** Collects the changes of one owner, from the engine and from requests; calls `changed` after each. */
export function gatherChanges(
  { runtime, touches }: Pick<Services, 'runtime' | 'touches'>,
  ownerId: string,
  changed: () => void,
): ChangeGatherer {
  let bots = new Map<string, BotAddress>();
  let topics = new Set<LiveTopic>();
  let prices = new Map<string, RuntimeChange['prices'][number]>();
  const unsubscribe = runtime.onChange((change) => {
    for (const price of change.prices) prices.set(price.symbol, price);
    for (const bot of change.bots) if (bot.ownerId === ownerId) bots.set(bot.botId, bot);
    for (const touched of change.touched) {
      if (touched.ownerId === ownerId) for (const topic of touched.topics) topics.add(topic);
    }
    changed();
  });
  const untouch = touches.subscribe((touchedId, topic) => {
    if (touchedId !== null && touchedId !== ownerId) return;
    topics.add(topic);
    changed();
  });
  return {
    take: () => {
      const taken = { bots, topics, prices: [...prices.values()] };
      [bots, topics, prices] = [new Map(), new Set(), new Map()];
      return taken;
    },
    end: () => {
      unsubscribe();
      untouch();
    },
  };
}
