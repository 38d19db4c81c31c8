import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { pages } from '#contract/pages.ts';
import { readSettings } from '#web/api/read-settings.ts';
import { currentUser } from '#web/auth/session.ts';
import { storedSession } from '#web/auth/stored-session.ts';
import { storedLanguage } from '#web/i18n/language.ts';
import { textWith, wholeText } from '#web/i18n/text.tsx';
import { BrokenPage, NotFoundPage } from './broken-page.tsx';
import { firstContent } from './early/first-content.ts';
import { readSearch, writeSearch } from './search.ts';
import { views } from './views.ts';
import { WaitingPage } from './waiting-page.tsx';

const WAITING_MS = 50;
/**
 * While the grey blocks of index.html stand, which the browser has drawn before any code: blocks of the application would only
 * cost another drawing before that of the page.
 */
const FIRST_WAITING_MS = 400;

const rootRoute = createRootRoute();

interface LoginSearch {
  /** The address requested before the login. */
  readonly from?: string;
  /** The session ended without the user's doing. */
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
  component: componentOf('login'),
});

/**
 * Everything but the login: requires a user. Where somebody was signed in last it does not wait until the service has
 * confirmed that; when it does not, the watched session leads to the login.
 */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (storedSession() !== null || (await currentUser()) !== null) {
      void wholeText(storedLanguage()); // Loads in parallel with the code of the page.
      return;
    }
    const from = location.href === '/' ? {} : { from: location.href };
    throw redirect({ to: '/login', search: from, replace: true });
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

const open = pages.filter((page) => page.view !== 'login');

const tree = rootRoute.addChildren([
  login,
  shell.addChildren([
    ...open.map((page) =>
      createRoute({
        getParentRoute: () => shell,
        path: page.path,
        component: componentOf(page.view),
        beforeLoad: () => ({ kind: page.kind, title: page.title }),
      }),
    ),
    // Inside the shell, so that an unknown address keeps the navigation.
    createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage }),
  ]),
]);

export function makeRouter() {
  const hasBlocks = document.documentElement.dataset['opens'] !== undefined;
  const router = createRouter({
    routeTree: tree,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: NotFoundPage,
    // The login stays on the screen no longer than this while the next page loads.
    defaultPendingComponent: WaitingPage,
    defaultPendingMs: hasBlocks ? FIRST_WAITING_MS : WAITING_MS,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
  const end = router.subscribe('onResolved', () => {
    end();
    router.update({ ...router.options, defaultPendingMs: WAITING_MS });
  });
  return router;
}

export type AppRouter = ReturnType<typeof makeRouter>;

/** After the login only a path of this program is opened, never another site. */
export function ownAddress(from: string | undefined): string {
  return from?.startsWith('/') && !from.startsWith('//') && !from.startsWith('/\\') ? from : '/';
}

function componentOf(view: keyof typeof views) {
  const [load, name, ...parts] = views[view];
  // With its words and first answers, so that a page is drawn once, and not before without them.
  const loadAll = async () => {
    const words = parts.map((part) => textWith(part, storedLanguage()));
    const [module] = await Promise.all([load(), ...words]);
    await firstContent(view);
    return module;
  };
  return lazyRouteComponent(loadAll as never, name as never); // The router's types want the module, which the table names by text.
}
