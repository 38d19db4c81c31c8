import { botsMessages, botsPlurals } from './bots.en.ts';
import { ladderMessages, ladderPlurals } from './ladder.en.ts';

/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages = { ...ladderMessages, ...botsMessages } as const;

export const tradingPlurals = { ...ladderPlurals, ...botsPlurals } as const;
