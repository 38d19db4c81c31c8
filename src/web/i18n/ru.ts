import { messages as first } from './ru/first.ts';
import { shellMessages, shellPlurals } from './ru/shell.ts';
import { tradingMessages, tradingPlurals } from './ru/trading.ts';

export const messages = { ...first, ...shellMessages, ...tradingMessages };
export const plurals = { ...shellPlurals, ...tradingPlurals };
