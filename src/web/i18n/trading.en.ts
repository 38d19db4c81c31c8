import { botsMessages, botsPlurals } from './bots.en.ts';
import { cyclesMessages, cyclesPlurals } from './cycles.en.ts';
import { ladderMessages, ladderPlurals } from './ladder.en.ts';
import { logsMessages, logsPlurals } from './logs.en.ts';
import { noteMessages, noteWords } from './notes.en.ts';

/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages = {
  ...ladderMessages,
  ...botsMessages,
  ...cyclesMessages,
  ...logsMessages,
  ...noteMessages,
  ...noteWords,
} as const;

export const tradingPlurals = { ...ladderPlurals, ...botsPlurals, ...cyclesPlurals, ...logsPlurals } as const;
