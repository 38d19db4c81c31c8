import { cleanup, configure, getConfig } from '@testing-library/react';
import React from 'react';
import { afterEach, beforeEach } from 'vitest';
import { setTokenSource } from '#web/api/token-source.ts';

// Nobody is signed in: the session registers itself as soon as any file of the process has loaded it.
beforeEach(() => setTokenSource({ idToken: async () => null }));
afterEach(async () => {
  cleanup();
  // What one test heard would grow old in the next one, whose acts would then be blocked. It is loaded this late because it
  // brings the kinds of bots with it, and a file may register one of its own first.
  const { liveStore } = await import('#web/api/live/live-store.ts');
  liveStore.clear();
});

// What is waited for comes at once on a quiet machine; the library's own second is too short on a busy one.
configure({ asyncUtilTimeout: 90_000 });

// An error of a query prints the whole page. What is waited for is asked in vain again and again, and only the last error is
// told, to which the library adds the page.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    isAskedAgain()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

/** The library marks each try of what is waited for; its type does not tell the mark. */
function isAskedAgain(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

// React keeps for each element the stack of who made it, which costs an eighth of these tests and which only its warnings print.
// Above a count within one second it leaves that.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (!('recentlyCreatedOwnerStacks' in internals)) throw new Error('React no longer counts the stacks that it keeps');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
  configurable: true,
});

/** What Mantine asks of a browser and jsdom does not have. */
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList; // jsdom offers no constructor for it.

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/**
 * Frames of timers that no test replaces. jsdom draws all frames of a process with one interval: begun while a test holds the
 * clock, it would stand still in every later file.
 */
const [startTimer, stopTimer] = [setTimeout, clearTimeout];
const FRAME_MS = 16;
window.requestAnimationFrame = (draw) => Number(startTimer(() => draw(performance.now()), FRAME_MS));
window.cancelAnimationFrame = (frame) => stopTimer(frame);
