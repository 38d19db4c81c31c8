import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { setTokenSource } from '#web/api/token-source.ts';
import './support/without-diagnostics.ts';

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
