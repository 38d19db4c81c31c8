import { authErrors } from './auth-errors.ru.ts';
import { problemMessages } from './problem.ru.ts';
import { shellMessages, shellPlurals } from './shell.ru.ts';
import { tradingMessages, tradingPlurals } from './trading.ru.ts';

export const messages = { ...authErrors, ...shellMessages, ...problemMessages, ...tradingMessages };
export const plurals = { ...shellPlurals, ...tradingPlurals };
