import { botsMessages, botsPlurals } from './bots.ru.ts';
import { ladderMessages, ladderPlurals } from './ladder.ru.ts';

/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages = { ...ladderMessages, ...botsMessages };

export const tradingPlurals = { ...ladderPlurals, ...botsPlurals };
