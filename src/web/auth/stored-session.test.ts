import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storedSession } from './stored-session.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const NAME = 'firebase:authUser:embedded:botyard';

let stored: Record<string, unknown>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  stored = {};
  // Names are listed as a browser lists them: as keys of the object itself.
  vi.stubGlobal(
    'localStorage',
    new Proxy(stored, { get: (target, name) => (name === 'getItem' ? (key: string) => target[key] : undefined) }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function store(value: unknown, name = NAME): void {
  stored[name] = typeof value === 'string' ? value : JSON.stringify(value);
}

const signedIn = (expirationTime: number) => ({ uid: 'u', stsTokenManager: { accessToken: 'token', expirationTime } });

it('the user and the token that the sign-in library has stored are known before it has started', () => {
  store(signedIn(NOW + 60_000));
  expect(storedSession()).toEqual({ uid: 'u', token: 'token' });
});

it('a stored token that is about to end is not used, but its user is known', () => {
  store(signedIn(NOW + 29_000));
  expect(storedSession()).toEqual({ uid: 'u', token: null });
});

it('nobody is known where nothing is stored, something else is, or it cannot be read', () => {
  expect(storedSession()).toBeNull();
  store(signedIn(NOW + 60_000), 'firebase:authUser:embedded:another');
  expect(storedSession()).toBeNull();
  store('{"uid":');
  expect(storedSession()).toBeNull();
  store({ uid: 7 });
  expect(storedSession()).toBeNull();
});

it('nobody is known where the browser blocks the storage of the site', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(storedSession()).toBeNull();
});
