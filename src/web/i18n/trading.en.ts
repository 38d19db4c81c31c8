/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages = {} as const;

export const tradingPlurals = {} as const;
