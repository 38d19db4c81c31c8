import { botsMessages, botsPlurals } from './bots.ru.ts';
import { cyclesMessages, cyclesPlurals } from './cycles.ru.ts';
import { ladderMessages, ladderPlurals } from './ladder.ru.ts';
import { logsMessages, logsPlurals } from './logs.ru.ts';
import { noteMessages, noteWords } from './notes.ru.ts';

/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages = {
  ...ladderMessages,
  ...botsMessages,
  ...cyclesMessages,
  ...logsMessages,
  ...noteMessages,
  ...noteWords,
};

export const tradingPlurals = { ...ladderPlurals, ...botsPlurals, ...cyclesPlurals, ...logsPlurals };
