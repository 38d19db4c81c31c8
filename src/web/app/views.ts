import type { PageRow } from '#contract/pages.ts';

type Load = () => Promise<Record<string, unknown>>;
type View = readonly [load: Load, component: string];

const later: Load = () => import('#web/features/later/later-page.tsx');

/** The component of every view, and the file that is loaded when it is first shown. */
export const views: Readonly<Record<PageRow['view'], View>> = {
  login: [() => import('#web/features/login/login-page.tsx'), 'LoginPage'],
  portfolios: [() => import('#web/features/portfolios/portfolios-page.tsx'), 'PortfoliosPage'],
  bots: [() => import('#web/features/bots/bots-page.tsx'), 'BotsPage'],
  strategy: [() => import('#web/features/ladder/strategy-page.tsx'), 'StrategyPage'],
  portfolio: [() => import('#web/features/portfolio/portfolio-page.tsx'), 'PortfolioPage'],
  logs: [() => import('#web/features/logs/logs-page.tsx'), 'LogsPage'],
  coming: [() => import('#web/features/later/coming-page.tsx'), 'ComingPage'],
  backtest: [later, 'BacktestPage'],
  screener: [later, 'ScreenerPage'],
  market: [() => import('#web/features/market/market-page.tsx'), 'MarketPage'],
  symbol: [() => import('#web/features/market/symbol/symbol-page.tsx'), 'SymbolPage'],
  orders: [later, 'OrdersPage'],
  account: [() => import('#web/features/account/account-page.tsx'), 'AccountPage'],
};
