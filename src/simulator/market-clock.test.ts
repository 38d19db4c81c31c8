import { describe, expect, it } from 'vitest';
import { instantOf, later, MINUTE_MS } from '#base/time.ts';
import {
  type MarketClock,
  marketTime,
  SPEEDS,
  type StoredClock,
  startedClock,
  stepTo,
  withPace,
} from './market-clock.ts';

const MARKET = instantOf(Date.UTC(2025, 4, 25, 15, 37));
const WALL = 1_763_700_000_000;
const running = (speed: (typeof SPEEDS)[number]): MarketClock =>
  startedClock({ market: MARKET, pace: { kind: 'run', speed } }, WALL);

describe('the market clock', () => {
  it.each(SPEEDS)('advances %i market minutes in a wall minute at that speed', (speed) => {
    expect(marketTime(running(speed), WALL + MINUTE_MS)).toBe(later(MARKET, speed * MINUTE_MS));
  });

  it('stops while paused and continues from there', () => {
    const paused = withPace(running(60), { kind: 'pause' }, WALL + 1_000);
    expect(marketTime(paused, WALL + 9_000_000)).toBe(later(MARKET, MINUTE_MS));
    const resumed = withPace(paused, { kind: 'run', speed: 10 }, WALL + 9_000_000);
    expect(marketTime(resumed, WALL + 9_006_000)).toBe(later(MARKET, 2 * MINUTE_MS));
  });

  it('resumes where it was stored, however long the program was down', () => {
    const text = JSON.stringify({ market: marketTime(running(300), WALL + 2_000), pace: { kind: 'run', speed: 300 } });
    const stored: StoredClock = JSON.parse(text);
    const again = startedClock(stored, WALL + 10 ** 9);
    expect(marketTime(again, WALL + 10 ** 9)).toBe(later(MARKET, 10 * MINUTE_MS));
    expect(again.pace).toEqual({ kind: 'run', speed: 300 });
  });

  it('moves only by explicit steps in step mode, and never back', () => {
    const stepping = withPace(running(1), { kind: 'step' }, WALL);
    expect(marketTime(stepping, WALL + 10 ** 9)).toBe(MARKET);
    const next = stepTo(stepping, later(MARKET, 250));
    expect(marketTime(next, WALL)).toBe(later(MARKET, 250));
    expect(() => stepTo(next, MARKET)).toThrow('does not go back');
    expect(() => stepTo(running(1), later(MARKET, 1))).toThrow('only a stepping clock');
  });

  it('does not move when the wall clock is set back', () => {
    expect(marketTime(running(300), WALL - 5_000)).toBe(MARKET);
  });
});
