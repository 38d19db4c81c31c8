import { describe, expect, it } from 'vitest';
import { derivedId, randomId } from './random-id.ts';

const FORM = /^[a-z2-7]{12}$/;

describe('ids', () => {
  it('are 12 lower-case base32 characters and do not repeat', () => {
    const ids = Array.from({ length: 10_000 }, randomId);
    expect(ids.every((id) => FORM.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('derived from an idempotency key are the same for the same key, and differ by owner, call and key', () => {
    const id = derivedId('a', 'createBot', 'k');
    expect(id).toMatch(FORM);
    expect(derivedId('a', 'createBot', 'k')).toBe(id);
    const others = [derivedId('b', 'createBot', 'k'), derivedId('a', 'createX', 'k'), derivedId('a', 'createBot', 'l')];
    expect(new Set([id, ...others]).size).toBe(4);
  });
});
