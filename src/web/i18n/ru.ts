import { messages as first } from './first.ru.ts';
import { shellMessages, shellPlurals } from './shell.ru.ts';
import { tradingMessages, tradingPlurals } from './trading.ru.ts';

export const messages = { ...first, ...shellMessages, ...tradingMessages };
export const plurals = { ...shellPlurals, ...tradingPlurals };
