import type { LiveTopic } from '#contract/live.ts';
import type { BotAddress } from '#ports/runtime.ts';
import type { Services } from '../services.ts';

/** The changes since they were last taken. */
export interface Changes {
  readonly bots: ReadonlyMap<string, BotAddress>;
  readonly topics: ReadonlySet<LiveTopic>;
}

export interface ChangeGatherer {
  take(): Changes;
  end(): void;
}

/** Collects the changes of one owner, from the engine and from requests; calls `changed` after each that concerns them. */
export function gatherChanges(
  { runtime, touches }: Pick<Services, 'runtime' | 'touches'>,
  ownerId: string,
  changed: () => void,
): ChangeGatherer {
  let bots = new Map<string, BotAddress>();
  let topics = new Set<LiveTopic>();
  const unsubscribe = runtime.onChange((change) => {
    for (const bot of change.bots) if (bot.ownerId === ownerId) bots.set(bot.botId, bot);
    for (const touched of change.touched) {
      if (touched.ownerId === ownerId) for (const topic of touched.topics) topics.add(topic);
    }
    if (bots.size > 0 || topics.size > 0) changed();
  });
  const untouch = touches.subscribe((touchedId, topic) => {
    if (touchedId !== null && touchedId !== ownerId) return;
    topics.add(topic);
    changed();
  });
  return {
    take: () => {
      const taken = { bots, topics };
      [bots, topics] = [new Map(), new Set()];
      return taken;
    },
    end: () => {
      unsubscribe();
      untouch();
    },
  };
}
