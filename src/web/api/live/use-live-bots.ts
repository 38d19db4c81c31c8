import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { LiveBot } from '#contract/live.ts';
import type { Atom, Bot } from '../trading-queries.ts';
import { liveStore } from './live-store.ts';
import { type LivePatch, useLiveRows } from './use-live-rows.ts';

const PATCH: LivePatch<Bot, LiveBot> = {
  keyOf: ({ botId }) => `bot:${botId}`,
  liveOf: ({ botId }) => liveStore.bot(botId),
  patched: (bot, live) => ({ ...bot, ...live }),
};

/** The bots with live values patched in. */
export function useLiveBots(bots: readonly Bot[]): readonly Bot[] {
  return useLiveRows(bots, PATCH);
}

/** One bot with its live values: what draws it is drawn again alone. */
export function useLiveBot(bot: Bot): Bot {
  const rows = useMemo(() => [bot], [bot]);
  const [live = bot] = useLiveRows(rows, PATCH);
  return live;
}

/**
 * The bots for what follows only some facts of them, such as which ones to list: a tick that changes no fact wakes nobody.
 * Their other values may be older than on the channel, and are not to be shown.
 * @param factsOf - the facts of a bot as one text; a constant
 */
export function useBotsByFacts(bots: readonly Bot[], factsOf: (bot: Bot) => string): readonly Bot[] {
  return useLiveRows(bots, PATCH, factsOf);
}

/** The bot with its values of this moment, for what is not drawn, such as a file. */
export function botNow(bot: Bot): Bot {
  const live = liveStore.bot(bot.botId);
  return live === null ? bot : PATCH.patched(bot, live);
}

interface HeldBy {
  readonly botId: string;
  readonly cycleId: string;
}

/**
 * The position of an open cycle as it is now; null when the cycle has ended.
 * @param loaded - as it was loaded, until the live channel has sent it
 */
export function useCycleAtom(cycle: HeldBy, loaded: Atom | null): Atom | null {
  const { botId } = cycle;
  const subscribe = useCallback((listener: () => void) => liveStore.subscribe(`bot:${botId}`, listener), [botId]);
  return useSyncExternalStore(subscribe, () => cycleAtomNow(cycle, loaded));
}

/** The same for what is not drawn. */
export function cycleAtomNow({ botId, cycleId }: HeldBy, loaded: Atom | null): Atom | null {
  const live = liveStore.bot(botId);
  return live === null ? loaded : (live.atoms.find((atom) => atom.currentCycleId === cycleId) ?? null);
}
