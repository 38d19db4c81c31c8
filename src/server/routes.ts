import type { Route } from './route.ts';
import { assetRoutes } from './routes/assets.ts';
import { botCommandRoutes } from './routes/bot-commands.ts';
import { botRoutes } from './routes/bots.ts';
import { cycleRoutes } from './routes/cycles.ts';
import { exchangeKeyRoutes } from './routes/exchange-keys.ts';
import { logRoutes } from './routes/logs.ts';
import { marketRoutes } from './routes/market.ts';
import { portfolioRoutes } from './routes/portfolios.ts';
import { strategyRoutes } from './routes/strategies.ts';
import { systemRoutes } from './routes/system.ts';

/** Every call of the contract with its handler. A test compares this list with the contract's own. */
export function routes(): readonly Route[] {
  return [
    ...systemRoutes(),
    ...assetRoutes(),
    ...marketRoutes(),
    ...portfolioRoutes(),
    ...strategyRoutes(),
    ...botCommandRoutes(),
    ...botRoutes(),
    ...cycleRoutes(),
    ...logRoutes(),
    ...exchangeKeyRoutes(),
  ];
}
