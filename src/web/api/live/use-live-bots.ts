import { useCallback, useState, useSyncExternalStore } from 'react';
import type { LiveBot } from '#contract/live.ts';
import type { Bot } from '../trading-queries.ts';
import { liveStore } from './live-store.ts';

/** A table of many bots is redrawn at most this often. */
const PACE_MS = 400;

/** A bot as loaded, with everything newer from the live channel. */
export function withLive(bot: Bot, live: LiveBot | null): Bot {
  return live === null ? bot : { ...bot, ...live };
}

/** The list with live values patched in; its order and length never change here. */
export function useLiveBots(bots: readonly Bot[]): readonly Bot[] {
  const [patcher] = useState(makePatcher);
  const subscribe = useCallback((listener: () => void) => patcher.subscribe(bots, listener), [patcher, bots]);
  return useSyncExternalStore(subscribe, () => patcher.read(bots));
}

function makePatcher() {
  let source: readonly Bot[] | null = null;
  let patched: readonly Bot[] = [];
  let isStale = true;
  return {
    read(bots: readonly Bot[]): readonly Bot[] {
      if (source === bots && !isStale) return patched;
      source = bots;
      isStale = false;
      patched = bots.map((bot) => withLive(bot, liveStore.bot(bot.botId)));
      return patched;
    },
    subscribe(bots: readonly Bot[], listener: () => void): () => void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wake = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          isStale = true;
          listener();
        }, PACE_MS);
      };
      const leaves = bots.map((bot) => liveStore.subscribe(`bot:${bot.botId}`, wake));
      return () => {
        clearTimeout(timer);
        for (const leave of leaves) leave();
      };
    },
  };
}
