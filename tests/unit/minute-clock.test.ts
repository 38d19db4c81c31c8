import { describe, expect, it } from 'vitest';
import { instantOf, later, MINUTE_MS } from '#base/time.ts';
import { minuteClock } from '../support/minute-clock.ts';

const START = instantOf(Date.UTC(2025, 4, 25, 15, 37));

describe('the minute clock', () => {
  it.each([
    [1, 60_000],
    [10, 6_000],
    [60, 1_000],
    [300, 200],
  ])('at speed %i closes a minute every %i ms', (speed, everyMs) => {
    const clock = minuteClock(START, speed, 500);
    expect(clock.due(500 + everyMs - 1)).toBe(0);
    expect(clock.untilNext(500 + everyMs - 1)).toBe(1);
    expect(clock.due(500 + everyMs)).toBe(1);
    expect(clock.tick()).toBe(later(START, MINUTE_MS));
    expect(clock.due(500 + everyMs)).toBe(0);
  });

  it('continues at the stored minute, however long the program was down', () => {
    const clock = minuteClock(START, 300, 9_999_999);
    expect(clock.minute()).toBe(START);
    expect(clock.due(9_999_999)).toBe(0);
  });

  it('does not catch up after a long pause', () => {
    const clock = minuteClock(START, 60, 0);
    expect(clock.due(600_000)).toBe(2);
  });

  it('keeps its rhythm when a minute is closed late', () => {
    const clock = minuteClock(START, 60, 0);
    expect(clock.due(1_700)).toBe(1);
    clock.tick();
    expect(clock.untilNext(1_700)).toBe(300);
  });
});
