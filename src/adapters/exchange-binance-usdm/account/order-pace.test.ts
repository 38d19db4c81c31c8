import { expect, it } from 'vitest';
import { OrderPace } from './order-pace.ts';

it('the order pace allows 240 opening orders in ten seconds, and 60 more that close', () => {
  let now = 0;
  const pace = new OrderPace(() => now);
  for (let count = 0; count < 240; count += 1) expect(pace.take('open')).toBe(0);
  now = 4_000;
  expect(pace.take('open')).toBe(6_000);
  for (let count = 0; count < 60; count += 1) expect(pace.take('close')).toBe(0);
  expect(pace.take('close')).toBe(6_000);
  now = 10_000;
  expect(pace.take('open')).toBe(0);
});
