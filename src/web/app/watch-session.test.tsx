import { waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionUser } from '#web/auth/open-session.ts';
import * as auth from '#web/auth/session.ts';
import type { AppRouter } from './routes.tsx';
import * as signedIn from './signed-in.ts';
import { watchSession } from './watch-session.ts';

const blocks = () => document.documentElement.dataset['opens'] ?? null;
const start = vi.spyOn(signedIn, 'startSignedIn').mockReturnValue(() => {});
const onUserChange = vi.spyOn(auth, 'onUserChange');
const root = document.createElement('div');

beforeEach(() => {
  root.replaceChildren(document.createElement('main')); // The login.
  start.mockClear();
});

afterEach(() => {
  delete document.documentElement.dataset['opens'];
});

afterAll(() => void vi.restoreAllMocks()); // The next file of this process has the true ones.

/** A window at the login. @returns what tells it who is signed in, and its router */
async function atLogin(pathname = '/login') {
  const invalidate = vi.fn(async () => {});
  const location = { pathname };
  const router = { state: { location }, history: { location }, invalidate };
  const watched = new Promise<(user: SessionUser | null) => void>((resolve) => {
    onUserChange.mockImplementation((listener) => {
      resolve(listener);
      return () => {};
    });
  });
  watchSession(router as unknown as AppRouter, root); // The watch asks the router for no more than this.
  return { tell: await watched, invalidate, location };
}

const user = { uid: 'somebody' } as SessionUser; // The watch reads nothing else of the user.

it('grey blocks take the place of the login at once, before any code of the page is run', async () => {
  const { tell, invalidate, location } = await atLogin();
  tell(user);
  expect(blocks()).toBe('now');
  expect([start.mock.calls.length, invalidate.mock.calls.length]).toEqual([0, 0]);
  invalidate.mockImplementation(async () => {
    location.pathname = '/portfolios';
  });
  await waitFor(() => expect([start.mock.calls.length, invalidate.mock.calls.length]).toEqual([1, 1]));
  expect(blocks()).toBe('now');
  const waiting = document.createElement('div');
  waiting.dataset['waiting'] = '';
  root.replaceChildren(waiting);
  await Promise.resolve(); // Observers are called in between.
  expect(blocks()).toBe('now');
  root.replaceChildren(document.createElement('div'));
  await waitFor(() => expect(blocks()).toBeNull());
});

it('the login is seen again when nobody is signed in after all', async () => {
  const { tell, invalidate } = await atLogin();
  tell(user);
  tell(null);
  await waitFor(() => expect(invalidate).toHaveBeenCalledOnce());
  await waitFor(() => expect(blocks()).toBeNull());
});

it('on other pages than the login nothing is covered', async () => {
  const { tell, invalidate } = await atLogin('/market');
  tell(user);
  expect(blocks()).toBeNull();
  await waitFor(() => expect(start).toHaveBeenCalledOnce());
  expect(invalidate).not.toHaveBeenCalled();
});

it('in a tab that nobody sees, which draws no frames, the page is opened all the same', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame');
  const { tell, invalidate } = await atLogin();
  tell(user);
  await waitFor(() => expect(invalidate).toHaveBeenCalledOnce());
  expect(frames).not.toHaveBeenCalled();
});
