import { backFillMessages } from './en/backtest/back-fill.ts';
import type { messages as backtest, plurals as backtestPlurals } from './en/backtest.ts';
import type { messages as botWork } from './en/bot-work.ts';
import type { messages as exchangeKeys } from './en/exchange-keys.ts';
import { messages as first } from './en/first.ts';
import type { messages as later } from './en/later.ts';
import type { messages as logs } from './en/logs.ts';
import type { messages as moves, plurals as movesPlurals } from './en/market/moves.ts';
import type { messages as market } from './en/market.ts';
import type { messages as exchangeAccount } from './en/pages/exchange-account.ts';
import type { messages as notices } from './en/pages/notices.ts';
import type { messages as orderStat } from './en/pages/orders.ts';
import type { messages as risk, plurals as riskPlurals } from './en/pages/risk.ts';
import type { messages as screener, plurals as screenerPlurals } from './en/pages/screener.ts';
import { problemMessages } from './en/problem.ts';
import type { messages as rules } from './en/rules.ts';
import { shellMessages, shellPlurals } from './en/shell.ts';
import { tradingMessages, tradingPlurals } from './en/trading.ts';
import { joined } from './joined.ts';
import type { FigureWordKey, NoteKey } from './note-key.ts';

export const messages = joined(first, problemMessages, backFillMessages, shellMessages, tradingMessages);
export const plurals = joined(shellPlurals, tradingPlurals);

/** The English catalogue names every key; the other languages must have them all. */
export type Messages = typeof messages &
  typeof backtest &
  typeof botWork &
  typeof exchangeAccount &
  typeof exchangeKeys &
  typeof later &
  typeof logs &
  typeof market &
  typeof notices &
  typeof orderStat &
  typeof moves &
  typeof risk &
  typeof rules &
  typeof screener &
  Record<NoteKey | FigureWordKey, string>;
export type Plurals = typeof plurals &
  typeof backtestPlurals &
  typeof movesPlurals &
  typeof riskPlurals &
  typeof screenerPlurals;
