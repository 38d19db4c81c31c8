import { onUserChange } from '#web/auth/session.ts';
import { storedSession } from '#web/auth/stored-session.ts';
import type { AppRouter } from './routes.tsx';
import { wasAskedFor } from './sign-out-by-user.ts';

/**
 * Follows who is signed in. A login opens the live connection and loads the futures assets, whose failure blocks
 * nothing; a logout, forced or not, clears the user's data from this tab and opens the login page.
 */
export function watchSession(router: AppRouter): void {
  let uid: string | null = storedSession()?.uid ?? null; // The pages are opened for this user until the service answers.
  let end = uid === null ? () => {} : begin();
  onUserChange((user) => {
    const next = user?.uid ?? null;
    if (next === uid) return;
    uid = next;
    end();
    if (next === null) {
      void toLogin(router);
      return;
    }
    end = begin();
    if (router.state.location.pathname === '/login') void router.invalidate();
  });
}

async function toLogin(router: AppRouter): Promise<void> {
  const { pathname, href } = router.state.location;
  if (pathname === '/login') return;
  const search = wasAskedFor() ? {} : { from: href, ended: 'yes' };
  await router.navigate({ to: '/login', search, replace: true });
}

/** What a signed-in tab does besides showing pages; the login page does not load it. @returns how to end it */
function begin(): () => void {
  const started = import('./signed-in.ts').then(({ startSignedIn }) => startSignedIn());
  return () => void started.then((stop) => stop());
}
