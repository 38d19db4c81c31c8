import { botsMessages, botsPlurals } from './bots.ts';
import { cyclesMessages, cyclesPlurals } from './cycles.ts';
import { ladderMessages, ladderPlurals } from './ladder.ts';

/** Words of the strategy, bots and portfolio pages. */
export const tradingMessages = {
  ...ladderMessages,
  ...botsMessages,
  ...cyclesMessages,
} as const;

export const tradingPlurals = { ...ladderPlurals, ...botsPlurals, ...cyclesPlurals } as const;
