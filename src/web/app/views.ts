import type { PageRow } from '#contract/pages.ts';
import { LoginPage } from '#web/features/login/login-page.tsx';
import type { WordPart } from '#web/i18n/text.tsx';

type Load = () => Promise<Record<string, unknown>>;
type View = readonly [load: Load, component: string, ...words: WordPart[]];

/**
 * The component of every view, the file that is loaded when it is first shown, and the parts of the words that it needs
 * besides those of all pages. The build reads this table too (scripts/early-script.ts).
 */
export const views: Readonly<Record<PageRow['view'], View>> = {
  // Part of the first script: the other pages need most of it too, and guests see it a round of the line sooner.
  login: [async () => ({ LoginPage }), 'LoginPage'],
  portfolios: [() => import('#web/features/portfolios/portfolios-page.tsx'), 'PortfoliosPage'],
  bots: [() => import('#web/features/bots/bots-page.tsx'), 'BotsPage'],
  strategy: [() => import('#web/features/ladder/strategy-page.tsx'), 'StrategyPage', 'rules', 'moves'],
  rules: [() => import('#web/features/ladder/rules/rules-page.tsx'), 'RulesPage', 'rules'],
  portfolio: [() => import('#web/features/portfolio/portfolio-page.tsx'), 'PortfolioPage'],
  logs: [() => import('#web/features/logs/logs-page.tsx'), 'LogsPage', 'logs'],
  coming: [() => import('#web/features/later/coming-page.tsx'), 'ComingPage'],
  backtest: [() => import('#web/features/backtest/backtest-page.tsx'), 'BacktestPage', 'backtest'],
  newTest: [() => import('#web/features/backtest/configure/new-test-page.tsx'), 'NewTestPage', 'backtest'],
  compare: [() => import('#web/features/backtest/compare/compare-page.tsx'), 'ComparePage', 'backtest'],
  test: [() => import('#web/features/backtest/result-page.tsx'), 'ResultPage', 'backtest'],
  screener: [() => import('#web/features/screener/screener-page.tsx'), 'ScreenerPage', 'screener'],
  market: [() => import('#web/features/market/market-page.tsx'), 'MarketPage', 'market'],
  symbol: [() => import('#web/features/market/symbol/symbol-page.tsx'), 'SymbolPage', 'market', 'moves'],
  orders: [() => import('#web/features/orders/orders-page.tsx'), 'OrdersPage', 'orders'],
  notices: [() => import('#web/features/notices/notices-page.tsx'), 'NoticesPage', 'notices'],
  account: [() => import('#web/features/account/account-page.tsx'), 'AccountPage', 'exchangeKeys'],
};
