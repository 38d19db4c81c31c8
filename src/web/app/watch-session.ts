import type { QueryClient } from '@tanstack/react-query';
import { LiveConnection } from '#web/api/live.ts';
import { liveStore } from '#web/api/live-store.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { onUserChange } from '#web/auth/session.ts';
import { wasAskedFor } from './leave.ts';
import type { AppRouter } from './routes.tsx';

/**
 * Follows who is signed in. A sign-in opens the live line and loads the futures assets, whose failure blocks nothing; a
 * sign-out, forced or not, clears what this tab knows of the user and leads to the login.
 */
export function watchSession(queries: QueryClient, router: AppRouter): void {
  let uid: string | null = null;
  let live: LiveConnection | null = null;
  onUserChange((user) => {
    const next = user?.uid ?? null;
    if (next === uid) return;
    const isSignOut = uid !== null;
    uid = next;
    live?.close();
    live = null;
    if (isSignOut) queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'settings' });
    if (next === null) {
      void toLogin(router);
      return;
    }
    live = new LiveConnection(liveStore, queries);
    void live.open();
    queries
      .fetchQuery(assetsQuery)
      .catch((error: unknown) => console.warn('The futures assets could not be loaded.', error));
    if (router.state.location.pathname === '/login') void router.invalidate();
  });
}

async function toLogin(router: AppRouter): Promise<void> {
  const { pathname, href } = router.state.location;
  if (pathname === '/login') return;
  const search = wasAskedFor() ? {} : { from: href, ended: 'yes' };
  await router.navigate({ to: '/login', search, replace: true });
}
