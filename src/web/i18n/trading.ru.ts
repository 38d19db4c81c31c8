import type { tradingMessages as english, tradingPlurals as englishPlurals } from './trading.en.ts';

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Words of the strategy, bots, portfolio and log pages. */
export const tradingMessages: Record<keyof typeof english, string> = {};

export const tradingPlurals: Record<keyof typeof englishPlurals, Forms> = {};
