import { assetNoteRoutes } from './assets/asset-note-routes.ts';
import { categoryRoutes } from './assets/category-routes.ts';
import { coinRoutes } from './assets/coin-routes.ts';
import { botCommandRoutes } from './bots/bot-command-routes.ts';
import { botRoutes } from './bots/bot-routes.ts';
import { cycleRoutes } from './bots/cycle-routes.ts';
import { logRoutes } from './bots/log-routes.ts';
import { severalRoutes } from './bots/several/several-routes.ts';
import { dealRoutes } from './deals/deal-routes.ts';
import { exchangeAccountRoutes } from './exchange-account/exchange-account-routes.ts';
import type { Route } from './http/route.ts';
import { exchangeKeyRoutes } from './keys/exchange-key-routes.ts';
import { systemRoutes } from './live/system-routes.ts';
import { assetHistoryRoutes } from './market/asset-history-routes.ts';
import { assetRoutes } from './market/asset-routes.ts';
import { marketRoutes } from './market/market-routes.ts';
import { priceMoveRoutes } from './market/price-move-routes.ts';
import { noticeRoutes } from './notices/notice-routes.ts';
import { noticeSettingsRoutes } from './notices/notice-settings-routes.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { breakdownRoutes } from './portfolios/breakdown/breakdown-routes.ts';
import { portfolioRoutes } from './portfolios/portfolio-routes.ts';
import { scaleRoutes } from './portfolios/scale/scale-routes.ts';
import { stressRoutes } from './portfolios/stress/stress-routes.ts';
import { screenerRoutes } from './screener/screener-routes.ts';
import { strategyRoutes } from './strategies/strategy-routes.ts';
import { reportRoutes } from './tests/report-routes.ts';
import { testBotRoutes } from './tests/test-bot-routes.ts';
import { testRoutes } from './tests/test-routes.ts';

/** Every call of the contract with its handler. A test compares this list with the contract's own. */
export function routes(): readonly Route[] {
  return [
    ...systemRoutes(),
    ...assetRoutes(),
    ...assetNoteRoutes(),
    ...categoryRoutes(),
    ...coinRoutes(),
    ...marketRoutes(),
    ...assetHistoryRoutes(),
    ...priceMoveRoutes(),
    ...screenerRoutes(),
    ...portfolioRoutes(),
    ...stressRoutes(),
    ...breakdownRoutes(),
    ...scaleRoutes(),
    ...strategyRoutes(),
    ...botCommandRoutes(),
    ...severalRoutes(),
    ...botRoutes(),
    ...cycleRoutes(),
    ...logRoutes(),
    ...orderRoutes(),
    ...dealRoutes(),
    ...exchangeAccountRoutes(),
    ...exchangeKeyRoutes(),
    ...noticeRoutes(),
    ...noticeSettingsRoutes(),
    ...testRoutes(),
    ...testBotRoutes(),
    ...reportRoutes(),
  ];
}
