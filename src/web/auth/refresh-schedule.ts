import { _getProvider, type FirebaseApp } from '@firebase/app';

/** An internal part of the sign-in library that its public types omit. */
interface AuthInternal {
  addAuthTokenListener(listener: (token: string | null) => void): void;
}

declare module '@firebase/app' {
  export function _getProvider(app: FirebaseApp, name: 'auth-internal'): { getImmediate(): AuthInternal };
}

/**
 * Starts the library's own refresh schedule: 5 minutes before expiry, again after 30 s doubling to 16 minutes while the
 * network is down. It runs only while somebody listens on this component; without a listener tokens are renewed only
 * when a call finds them expired.
 */
export function startRefreshSchedule(app: FirebaseApp): void {
  _getProvider(app, 'auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => {}); // The listener only has to exist.
}
