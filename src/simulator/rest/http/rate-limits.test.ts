import { expect, test } from 'vitest';
import { openRateLimits, type RateLimits } from './rate-limits.ts';

const MINUTE = 60_000;
const START = 1_700_000_000_000 - (1_700_000_000_000 % (300 * 1_000));

function statusOf(limits: RateLimits, nowMs: number, weight = 1, address = 'a'): [number, number | undefined] {
  const reply = limits.charge(address, 'futures', weight, nowMs);
  return reply.ok ? [200, undefined] : [reply.error.status, reply.error.retryAfterS];
}

test('an address has a weight of 2400 a minute and gets 429 beyond that until the minute ends', () => {
  const limits = openRateLimits();
  expect(statusOf(limits, START + 10_000, 2_400)).toEqual([200, undefined]);
  expect(limits.usedWeight('a', 'futures', START + 10_000)).toBe(2_400);
  expect(statusOf(limits, START + 10_500)).toEqual([429, 50]);
  expect(statusOf(limits, START + 10_500, 1, 'b')).toEqual([200, undefined]);
  expect(statusOf(limits, START + MINUTE)).toEqual([200, undefined]);
  expect(limits.usedWeight('a', 'futures', START + MINUTE)).toBe(1);
});

test('an address that continues after ten refusals is banned for two minutes, then twice as long each time', () => {
  const limits = openRateLimits();
  const ban = (nowMs: number): number | undefined => {
    statusOf(limits, nowMs, 2_401);
    for (let refused = 1; refused < 10; refused += 1) expect(statusOf(limits, nowMs)[0]).toBe(429);
    expect(statusOf(limits, nowMs)[0]).toBe(418);
    return statusOf(limits, nowMs)[1];
  };
  expect(ban(START)).toBe(120);
  expect(statusOf(limits, START + 119_999)).toEqual([418, 1]);
  expect(statusOf(limits, START + 120_000)).toEqual([200, undefined]);
  expect(ban(START + 180_000)).toBe(240);
  expect(ban(START + 600_000)).toBe(480);
});

test('a ban lasts at most three days, and three days without one reset its length', () => {
  const limits = openRateLimits();
  let [nowMs, lengthS] = [START, 0];
  for (let bans = 0; bans < 14; bans += 1) {
    statusOf(limits, nowMs, 2_401);
    for (let refused = 0; refused < 10; refused += 1) lengthS = statusOf(limits, nowMs)[1] ?? 0;
    nowMs += Math.ceil(lengthS / 60) * MINUTE + MINUTE;
  }
  expect(lengthS).toBe(3 * 86_400);
  nowMs += 3 * 86_400_000 + MINUTE;
  statusOf(limits, nowMs, 2_401);
  for (let refused = 0; refused < 10; refused += 1) lengthS = statusOf(limits, nowMs)[1] ?? 0;
  expect(lengthS).toBe(120);
});

test('spot, funding and data have budgets of their own', () => {
  const limits = openRateLimits();
  expect(limits.charge('a', 'spot', 6_000, START).ok).toBe(true);
  expect(limits.charge('a', 'spot', 1, START).ok).toBe(false);
  for (let call = 0; call < 500; call += 1) limits.charge('a', 'funding', 0, START);
  expect(limits.charge('a', 'funding', 0, START)).toMatchObject({ error: { status: 429, retryAfterS: 300 } });
  for (let call = 0; call < 1_000; call += 1) limits.charge('a', 'data', 0, START + MINUTE);
  expect(limits.charge('a', 'data', 0, START + 2 * MINUTE).ok).toBe(false);
  expect(limits.charge('a', 'data', 0, START + 5 * MINUTE).ok).toBe(true);
  expect(statusOf(limits, START)).toEqual([200, undefined]);
});

test('an account may send 300 orders in ten seconds and 1200 in a minute', () => {
  const limits = openRateLimits();
  const orders = (count: number, nowMs: number) =>
    limits.chargeOrders('account', { tenSeconds: count, minute: count }, nowMs);
  expect(orders(300, START).ok).toBe(true);
  expect(orders(1, START + 9_000)).toMatchObject({
    error: { code: -1015, status: 429, message: 'Too many new orders; current limit is 300 orders per TEN_SECONDS.' },
  });
  for (const second of [10, 20, 30]) expect(orders(300, START + second * 1_000).ok).toBe(true);
  expect(orders(1, START + 40_000)).toMatchObject({
    error: { retryAfterS: 20, message: 'Too many new orders; current limit is 1200 orders per MINUTE.' },
  });
  expect(limits.usedOrders('account', START + 40_000)).toEqual({ tenSeconds: 0, minute: 1_200 });
  expect(orders(1, START + MINUTE).ok).toBe(true);
});

test('limits divided by ten refuse ten times sooner, and can be restored', () => {
  const limits = openRateLimits();
  limits.divide(10);
  expect(statusOf(limits, START, 241)[0]).toBe(429);
  expect(limits.orderLimits()).toEqual({ tenSeconds: 30, minute: 120 });
  limits.divide(1);
  expect(statusOf(limits, START)[0]).toBe(200);
});

test('a ban of all addresses lasts until its end', () => {
  const limits = openRateLimits();
  limits.banAll(START + 5_000);
  expect(statusOf(limits, START, 0, 'anybody')).toEqual([418, 5]);
  expect(statusOf(limits, START + 5_000, 0, 'anybody')[0]).toBe(200);
});

test('all counts and bans can be cleared', () => {
  const limits = openRateLimits();
  limits.banAll(START + 5_000);
  limits.chargeOrders('account', { tenSeconds: 300, minute: 300 }, START);
  limits.forget();
  for (let refused = 0; refused < 12; refused += 1) statusOf(limits, START, 2_401);
  expect(statusOf(limits, START)[0]).toBe(418);
  limits.forget();
  expect(statusOf(limits, START, 2_400)[0]).toBe(200);
  expect(limits.usedOrders('account', START)).toEqual({ tenSeconds: 0, minute: 0 });
});
