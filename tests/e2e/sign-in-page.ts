import { changePassword, currentUser, onUserChange, signIn, signOutHere, startSession } from '#web/auth/session.ts';
import { authCodeOf } from '#web/i18n/auth-error.ts';

/** What the test calls in the page: the product's own session, nothing of it replaced. */
const session = { authCodeOf, changePassword, currentUser, signIn, signOut: signOutHere, startSession };

declare global {
  interface Window {
    session: typeof session;
  }
}

window.session = session;
onUserChange((user) => {
  document.title = user?.email ?? 'nobody';
});
