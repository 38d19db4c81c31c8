import type { LiveBot } from '#contract/live.ts';
import type { Bot } from '../trading-queries.ts';
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
