import { describe, expect, it } from 'vitest';
import type { ExchangeError } from './exchange-error.ts';
import { type Urgency, WeightLimiter } from './weight-limiter.ts';

const MINUTE = 1_700_000_040_000; // A whole minute.

function limiter(limit = 100) {
  let now = MINUTE;
  const made = new WeightLimiter(limit, () => now);
  return { made, pass: (ms: number) => (now += ms) };
}

function refused(made: WeightLimiter, weight: number, urgency: Urgency): ExchangeError | null {
  try {
    made.take(weight, urgency);
    return null;
  } catch (error) {
    return error as ExchangeError; // Nothing else is thrown there.
  }
}

describe('the budget of requests', () => {
  it('fault 29: market data stops at 80 %, account reads at 90 %, orders at 97 %, and reducing orders use all of it', () => {
    const { made } = limiter();
    made.take(80, 'market');
    expect(refused(made, 1, 'market')).toMatchObject({ code: 'EXCHANGE_BUSY', isExecutionUnknown: false });
    made.take(10, 'account');
    expect(refused(made, 1, 'account')).not.toBeNull();
    made.take(7, 'order');
    expect(refused(made, 1, 'order')).not.toBeNull();
    made.take(3, 'reduce');
    expect(refused(made, 1, 'reduce')).not.toBeNull();
    expect(made.budget()).toEqual({ limit: 100, used: 100, pauseMs: 60_000 });
  });

  it('is full again in the next minute, and reports how long that takes', () => {
    const { made, pass } = limiter();
    pass(20_000);
    made.take(79, 'market');
    expect(made.budget().pauseMs).toBe(0);
    made.take(1, 'market');
    expect(made.budget().pauseMs).toBe(40_000);
    expect(refused(made, 1, 'market')?.retryAfterMs).toBe(40_000);
    pass(40_000);
    expect(refused(made, 80, 'market')).toBeNull();
  });

  it('adopts a higher count of the exchange, because others may share the address', () => {
    const { made } = limiter();
    made.take(5, 'market');
    made.heard({ 'x-mbx-used-weight-1m': '70' });
    expect(made.budget().used).toBe(70);
    made.heard({ 'x-mbx-used-weight-1m': '12' });
    made.heard({});
    expect(made.budget().used).toBe(70);
  });

  it('fault 29: a wait requested by the exchange pauses everything but orders that reduce risk, and a shorter one does not shorten it', () => {
    const { made, pass } = limiter();
    made.pause(90_000, 'market');
    made.pause(1_000, 'order');
    for (const urgency of ['market', 'account', 'order'] as const) {
      expect(refused(made, 1, urgency)?.retryAfterMs).toBe(90_000);
    }
    expect(refused(made, 1, 'reduce')).toBeNull();
    made.pause(90_000, 'reduce');
    expect(refused(made, 1, 'reduce')?.retryAfterMs).toBe(90_000);
    pass(90_000);
    expect(refused(made, 1, 'reduce')).toBeNull();
  });
});
