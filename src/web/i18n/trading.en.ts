import { ladderMessages, ladderPlurals } from './ladder.en.ts';

/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages = { ...ladderMessages } as const;

export const tradingPlurals = { ...ladderPlurals } as const;
