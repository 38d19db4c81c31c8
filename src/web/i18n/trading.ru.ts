import { ladderMessages, ladderPlurals } from './ladder.ru.ts';

/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages = { ...ladderMessages };

export const tradingPlurals = { ...ladderPlurals };
