import type { LiveBot } from '#contract/live.ts';
import type { Bot } from '../trading-queries.ts';
import { liveStore } from './live-store.ts';
import { type LivePatch, useLiveRows } from './use-live-rows.ts';

/** A bot as loaded, with everything newer from the live channel. */
function withLive(bot: Bot, live: LiveBot | null): Bot {
  return live === null ? bot : { ...bot, ...live };
}

const PATCH: LivePatch<Bot> = {
  keyOf: ({ botId }) => `bot:${botId}`,
  patched: (bot) => withLive(bot, liveStore.bot(bot.botId)),
};

/** The bots with live values patched in. */
export function useLiveBots(bots: readonly Bot[]): readonly Bot[] {
  return useLiveRows(bots, PATCH);
}
