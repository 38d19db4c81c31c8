import { describe, expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  it('forgets what was not asked for the longest time', () => {
    const cache = new BoundedCache<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('holds a key once, with its newest value', () => {
    const cache = new BoundedCache<number>(2);
    for (const value of [1, 2, 3]) cache.set('a', value);
    cache.set('b', 4);
    expect([cache.get('a'), cache.get('b')]).toEqual([3, 4]);
  });

  it('forgets at a word, and only what is meant', () => {
    const cache = new BoundedCache<number>(9);
    for (const key of ['ann-1', 'ann-2', 'bob-1']) cache.set(key, 0);
    cache.deleteWhere((key) => key.startsWith('ann'));
    expect([cache.get('ann-1'), cache.get('ann-2'), cache.get('bob-1')]).toEqual([undefined, undefined, 0]);
  });
});
