import { afterEach, expect, it, vi } from 'vitest';
import { isUnkept, keepText, keptText } from './kept-text.ts';

/** Storage as a browser offers it, with a switch that makes it refuse as full or blocked storage does. */
function storageThatCanRefuse() {
  const entries = new Map<string, string>();
  const state = { isRefusing: false };
  const act = <T>(run: () => T): T => {
    if (state.isRefusing) throw new DOMException('Refused', 'QuotaExceededError');
    return run();
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => act(() => entries.get(key) ?? null),
    setItem: (key: string, text: string) => act(() => void entries.set(key, text)),
  });
  return { entries, state };
}

afterEach(() => vi.unstubAllGlobals());

it('a choice that the browser refuses to store holds until the page is reloaded, and is stored by the next one', () => {
  const { entries, state } = storageThatCanRefuse();
  keepText('test.choice', 'first');
  expect([keptText('test.choice'), entries.get('test.choice'), isUnkept('test.choice')]).toEqual([
    'first',
    'first',
    false,
  ]);
  state.isRefusing = true;
  keepText('test.choice', 'second');
  expect([keptText('test.choice'), entries.get('test.choice'), isUnkept('test.choice')]).toEqual([
    'second',
    'first',
    true,
  ]);
  state.isRefusing = false;
  keepText('test.choice', 'third');
  expect([keptText('test.choice'), entries.get('test.choice'), isUnkept('test.choice')]).toEqual([
    'third',
    'third',
    false,
  ]);
});

it('blocked storage reads as empty', () => {
  storageThatCanRefuse().state.isRefusing = true;
  expect(keptText('test.nothing')).toBeNull();
});
