import { joined } from './joined.ts';
import { backFillMessages } from './ru/backtest/back-fill.ts';
import { messages as first } from './ru/first.ts';
import { problemMessages } from './ru/problem.ts';
import { shellMessages, shellPlurals } from './ru/shell.ts';
import { tradingMessages, tradingPlurals } from './ru/trading.ts';

/** Every term has one Russian word: docs/how-to/translate.md. */
export const messages = joined(first, problemMessages, backFillMessages, shellMessages, tradingMessages);
export const plurals = joined(shellPlurals, tradingPlurals);
