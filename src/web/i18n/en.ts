import type { messages as exchangeKeys } from './exchange-keys.en.ts';
import { messages as first } from './first.en.ts';
import type { messages as later } from './later.en.ts';
import type { messages as market } from './market.en.ts';
import { shellMessages, shellPlurals } from './shell.en.ts';
import { tradingMessages, tradingPlurals } from './trading.en.ts';

export const messages = { ...first, ...shellMessages, ...tradingMessages } as const;
export const plurals = { ...shellPlurals, ...tradingPlurals } as const;

/** The English catalogue names every key; the other languages must have them all. */
export type Messages = typeof messages & typeof exchangeKeys & typeof later & typeof market;
export type Plurals = typeof plurals;
