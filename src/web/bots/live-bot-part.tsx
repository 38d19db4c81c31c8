import type { ReactNode } from 'react';
import { useLiveBot } from '#web/api/live/use-live-bots.ts';
import type { Bot } from '#web/api/trading-queries.ts';

/** Draws a part of a bot, and draws it again when the bot moves: the list around it stands still. */
export function LiveBotPart({ bot, draw }: { readonly bot: Bot; readonly draw: (bot: Bot) => ReactNode }) {
  return draw(useLiveBot(bot));
}
