import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readSettings } from '#web/api/read-settings.ts';
import { currentUser } from '#web/auth/session.ts';
import { storedLanguage } from '#web/i18n/language.ts';
import { wholeText } from '#web/i18n/text.tsx';
import { BrokenPage, NotFoundPage } from './broken-page.tsx';
import { readSearch, writeSearch } from './search.ts';

const rootRoute = createRootRoute();

interface LoginSearch {
  /** The address asked for before the login. */
  readonly from?: string;
  /** The session ended without being asked to. */
  readonly ended?: 'yes';
}

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Readonly<Record<string, unknown>>): LoginSearch => ({
    ...(typeof search['from'] === 'string' ? { from: search['from'] } : {}),
    ...(search['ended'] === 'yes' ? { ended: 'yes' as const } : {}),
  }),
  beforeLoad: async ({ search }) => {
    if ((await currentUser()) !== null) throw redirect({ href: ownAddress(search.from), replace: true });
  },
  loader: readSettings,
  component: lazyRouteComponent(() => import('#web/features/login/login-page.tsx'), 'LoginPage'),
});

/** Everything but the login: waits until the session is known, then asks for a user. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if ((await currentUser()) !== null) {
      void wholeText(storedLanguage()); // Comes beside the page's own code.
      return;
    }
    const from = location.href === '/' ? {} : { from: location.href };
    throw redirect({ to: '/login', search: from, replace: true });
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

type Load = () => Promise<Record<string, unknown>>;

function page<const P extends string>(path: P, load: Load, name: string) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    component: lazyRouteComponent(load as never, name as never),
  });
}

const portfolios: Load = () => import('#web/features/portfolios/portfolios-page.tsx');
const later: Load = () => import('#web/features/later/later-page.tsx');

const pages = [
  page('/', portfolios, 'PortfoliosPage'),
  page('/portfolios', portfolios, 'PortfoliosPage'),
  page('/account', () => import('#web/features/account/account-page.tsx'), 'AccountPage'),
  page('/dca/strategy/{-$id}', () => import('#web/features/ladder/strategy-page.tsx'), 'StrategyPage'),
  page('/dca/bots', () => import('#web/features/bots/bots-page.tsx'), 'BotsPage'),
  page('/dca/portfolio/$id', () => import('#web/features/portfolio/portfolio-page.tsx'), 'PortfolioPage'),
  page('/dca/logs', () => import('#web/features/logs/logs-page.tsx'), 'LogsPage'),
  page('/custom/strategy', later, 'CustomPage'),
  page('/custom/bots', later, 'CustomPage'),
  page('/custom/portfolio/$id', later, 'CustomPage'),
  page('/custom/logs', later, 'CustomPage'),
  page('/dca-prod/strategy/{-$id}', later, 'LivePage'),
  page('/dca-prod/bots', later, 'LivePage'),
  page('/dca-prod/portfolio/$id', later, 'LivePage'),
  page('/dca-prod/logs', later, 'LivePage'),
  page('/market', () => import('#web/features/market/market-page.tsx'), 'MarketPage'),
  page('/market/$symbol', () => import('#web/features/market/symbol/symbol-page.tsx'), 'SymbolPage'),
  page('/backtest', later, 'BacktestPage'),
  page('/screener', later, 'ScreenerPage'),
  page('/order-stat', later, 'OrdersPage'),
];

const tree = rootRoute.addChildren([login, shell.addChildren(pages)]);

export function makeRouter() {
  return createRouter({
    routeTree: tree,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof makeRouter>;

/** Only a path of this program is followed after the login, never another site. */
export function ownAddress(from: string | undefined): string {
  return from?.startsWith('/') && !from.startsWith('//') && !from.startsWith('/\\') ? from : '/';
}
