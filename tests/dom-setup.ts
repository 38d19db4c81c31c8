import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

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
