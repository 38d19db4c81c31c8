import { describe, expect, it } from 'vitest';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import { liveStore, type Status } from './live-store.ts';
import { staleSeconds } from './use-stale.ts';

const HEARD_AT = Date.parse('2025-05-05T12:00:00Z');
/** The server's clock is an hour behind the browser's, which must not matter. */
const statusOf = (beatAt: string) => ({ wallTime: '2025-05-05T11:00:00Z', beatAt }) as Status;
const fresh = statusOf('2025-05-05T11:00:00Z');

describe('the age of live values', () => {
  it('is not told up to three missed beats, and told in seconds from then on', () => {
    expect(staleSeconds({ openedAt: 0, heardAt: HEARD_AT, status: fresh }, HEARD_AT + 15_000)).toBeNull();
    expect(staleSeconds({ openedAt: 0, heardAt: HEARD_AT, status: fresh }, HEARD_AT + 15_001)).toBe(15);
    expect(staleSeconds({ openedAt: 0, heardAt: HEARD_AT, status: fresh }, HEARD_AT + 42_500)).toBe(42);
  });

  it('counts from the last beat of the engine when the server still sends', () => {
    const silent = statusOf('2025-05-05T10:59:30Z');
    expect(staleSeconds({ openedAt: 0, heardAt: HEARD_AT, status: silent }, HEARD_AT + 1_000)).toBe(31);
  });

  it('counts from when the tab began to listen while no message has come', () => {
    expect(staleSeconds({ openedAt: HEARD_AT, heardAt: null, status: null }, HEARD_AT + 15_000)).toBeNull();
    expect(staleSeconds({ openedAt: HEARD_AT, heardAt: null, status: null }, HEARD_AT + 16_500)).toBe(16);
  });

  it('does not grow in the test of a page, however long the test takes', () => {
    tellStatus();
    expect(staleSeconds(liveStore, Date.now() + 3_600_000)).toBeNull();
    liveStore.clear();
  });

  it('is not known where nobody listens', () => {
    expect(staleSeconds({ openedAt: null, heardAt: null, status: null }, HEARD_AT)).toBeNull();
  });
});
