import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveStore } from '#web/api/live/live-store.ts';
import { Age } from '#web/ui/values/age.tsx';
import { draw, russianText } from '../../../../tests/support/draw.tsx';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import { LiveLine } from './live-line.tsx';

const START = new Date('2026-01-01T12:00:00Z');

/** What the strip and the line below it say of the age of values. */
beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setInterval', 'clearInterval'] });
  liveStore.open(START.getTime());
});
afterEach(() => {
  liveStore.clear();
  vi.useRealTimers();
});

const tellNow = () => tellStatus({}, Date.now());
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const shown = () => document.querySelector('[data-tone="warn"]')?.textContent ?? null;

describe('values that nothing renews', () => {
  it('are fresh for three missed beats, and from the fourth on their age stands above them', async () => {
    tellNow();
    draw(<LiveLine />);
    await pass(15_000);
    expect(shown()).toBeNull();
    await pass(1_000);
    expect(shown()).toBe('The engine has sent nothing new.The values below are 16 s old.');
    await pass(60_000);
    expect(shown()).toContain('1 min old');
  });

  it('are fresh again with the next message', async () => {
    tellNow();
    draw(<LiveLine />);
    await pass(20_000);
    expect(shown()).not.toBeNull();
    await act(async () => tellNow());
    await pass(1_000);
    expect(shown()).toBeNull();
  });

  it('age also when no message has ever come', async () => {
    draw(<LiveLine />);
    await pass(30_000);
    expect(shown()).toContain('30 s old');
  });
});

describe('a connection that is lost', () => {
  it('says that bots go on, how old the values are, and when it tries again', async () => {
    tellNow();
    draw(<LiveLine />);
    await pass(4_000);
    await act(async () => {
      liveStore.setLine('lost');
      liveStore.setRetry({ at: Date.now() + 8_000, now: () => {} });
    });
    expect(shown()).toContain('The server does not answer. While it runs, your bots keep trading without this page.');
    expect(shown()).toContain('The values below are 4 s old. Next attempt in 8 s.');
    await pass(5_000);
    expect(shown()).toContain('Next attempt in 3 s.');
    await pass(4_000);
    expect(shown()).toContain('Reconnecting…');
  });

  it('is tried at once on demand', async () => {
    const now = vi.fn();
    draw(<LiveLine />);
    await act(async () => {
      liveStore.setLine('lost');
      liveStore.setRetry({ at: Date.now() + 60_000, now });
    });
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try now' }));
    expect(now).toHaveBeenCalledTimes(1);
  });

  it('claims no age of values that never came', async () => {
    draw(<LiveLine />);
    await act(async () => liveStore.setLine('lost'));
    expect(shown()).not.toContain('old');
  });

  it('leaves no trace once it is back', async () => {
    draw(<LiveLine />);
    await act(async () => liveStore.setLine('lost'));
    expect(shown()).not.toBeNull();
    await act(async () => {
      liveStore.setLine('open');
      tellNow();
    });
    expect(shown()).toBeNull();
  });
});

describe('the age of one value', () => {
  const ageOf = (container: HTMLElement) => {
    const element = container.querySelector('span');
    return [element?.textContent, /warn/.test(element?.className ?? '')];
  };

  it('is told in seconds, and marked once it is older than three beats', async () => {
    const { container } = draw(<Age at={START.toISOString()} />);
    await pass(12_000);
    expect(ageOf(container)).toEqual(['12 s old', false]);
    await pass(4_000);
    expect(ageOf(container)).toEqual(['16 s old', true]);
  });

  it('of a slower value is marked by its own measure', async () => {
    const { container } = draw(<Age at={START.toISOString()} staleAfterMs={60_000} />);
    await pass(50_000);
    expect(ageOf(container)).toEqual(['50 s old', false]);
  });

  it('is a dash for a value that never came, and never negative when clocks differ', async () => {
    expect(ageOf(draw(<Age at={null} />).container)[0]).toBe('–');
    const ahead = new Date(START.getTime() + 600_000).toISOString();
    expect(ageOf(draw(<Age at={ahead} />).container)[0]).toBe('0 s old');
  });

  it('is told in Russian', async () => {
    const { container } = draw(<Age at={START.toISOString()} />, russianText);
    await pass(12_000);
    expect(ageOf(container)[0]).toMatch(/12\s?с/);
  });
});
