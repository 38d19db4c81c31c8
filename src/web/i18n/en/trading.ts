import { botsMessages, botsPlurals } from './bots.ts';
import { cyclesMessages, cyclesPlurals } from './cycles.ts';
import { ladderMessages, ladderPlurals } from './ladder.ts';
import { logsMessages, logsPlurals } from './logs.ts';

/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages = {
  ...ladderMessages,
  ...botsMessages,
  ...cyclesMessages,
  ...logsMessages,
} as const;

export const tradingPlurals = { ...ladderPlurals, ...botsPlurals, ...cyclesPlurals, ...logsPlurals } as const;
