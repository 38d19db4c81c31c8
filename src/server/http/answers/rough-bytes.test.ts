import { expect, it } from 'vitest';
import { roughBytes } from './rough-bytes.ts';

it('bytes count exactly, with a head', () => {
  expect(roughBytes(Buffer.alloc(1_000))).toBe(1_016);
});

it('a long list counts as many rows as it has, although only the first are looked at', () => {
  const rows = (count: number) => Array.from({ length: count }, (_unused, id) => ({ id, text: 'x'.repeat(100) }));
  const [few, many] = [roughBytes(rows(20)), roughBytes(rows(20_000))];
  expect(many / few).toBeGreaterThan(900);
  expect(many / few).toBeLessThan(1_100);
});

it('the count of rows of different length is a whole number', () => {
  const rows = Array.from({ length: 61 }, (_unused, id) => 'x'.repeat(id));
  expect(Number.isInteger(roughBytes({ rows }))).toBe(true);
});

it.each([
  ['an object', { a: { b: 'x'.repeat(500) } }],
  ['a map', new Map([['a', { b: 'x'.repeat(500) }]])],
  ['a set', new Set(['x'.repeat(500)])],
])('the parts of %s count', (_case, value) => {
  expect(roughBytes(value)).toBeGreaterThan(500);
  expect(roughBytes(value)).toBeLessThan(1_000);
});
