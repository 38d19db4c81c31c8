import type { SessionUser } from '#web/auth/open-session.ts';
import { onUserChange } from '#web/auth/session.ts';
import { storedSession } from '#web/auth/stored-session.ts';
import { painted } from '#web/ui/page/painted.ts';
import { cover } from './cover.ts';
import type { AppRouter } from './routes.tsx';
import { wasAskedFor } from './sign-out-by-user.ts';

/** By then a page of a known user is drawn; until then its stored token serves, and the server checks that. */
const KNOWN_USER_MS = 3_000;

/**
 * Follows who is signed in. A login opens the live connection and loads the futures assets, whose failure blocks
 * nothing; a logout, forced or not, clears the user's data from this tab and opens the login page.
 */
export function watchSession(router: AppRouter, root: Element): void {
  const stored = storedSession();
  let uid: string | null = stored?.uid ?? null; // The pages are opened for this user until the service answers.
  let end = uid === null ? () => {} : begin(Promise.resolve());
  const follow = (user: SessionUser | null) => {
    const next = user?.uid ?? null;
    if (next === uid) return;
    uid = next;
    end();
    if (next === null) {
      void toLogin(router);
      return;
    }
    end = begin(router.state.location.pathname === '/login' ? leaveLogin(router, root) : Promise.resolve());
  };
  // The sign-in library takes a good part of a second of a slow phone, which the page of a known user needs first.
  setTimeout(() => void onUserChange(follow), stored?.token ? KNOWN_USER_MS : 0);
}

/**
 * Grey blocks take the place of the login at once. The code of the page runs after they are seen: a slow processor takes
 * half a second for it, in which nothing is drawn.
 * @returns resolves when they are seen
 */
function leaveLogin(router: AppRouter, root: Element): Promise<void> {
  const uncover = cover(root);
  const covered = painted();
  void covered.then(async () => {
    await router.invalidate();
    if (router.history.location.pathname === '/login') uncover(); // The user has been signed out again.
  });
  return covered;
}

async function toLogin(router: AppRouter): Promise<void> {
  const { pathname, href } = router.state.location;
  if (pathname === '/login') return;
  const search = wasAskedFor() ? {} : { from: href, ended: 'yes' };
  await router.navigate({ to: '/login', search, replace: true });
}

/** What a signed-in tab does besides showing pages; the login page does not load it. @returns how to end it */
function begin(when: Promise<void>): () => void {
  const started = when.then(() => import('./signed-in.ts')).then(({ startSignedIn }) => startSignedIn());
  return () => void started.then((stop) => stop());
}
