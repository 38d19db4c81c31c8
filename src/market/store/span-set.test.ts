import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { type MinuteSpan, spanSet } from './span-set.ts';

const span = (from: number, to: number): MinuteSpan => ({ from: instantOf(from), to: instantOf(to) });

describe('a set of spans', () => {
  it('merges adjacent and overlapping spans and keeps others separate', () => {
    const set = spanSet([span(10, 20), span(30, 40)]);
    set.add(span(20, 25));
    expect(set.list()).toEqual([span(10, 25), span(30, 40)]);
    set.add(span(24, 31));
    expect(set.list()).toEqual([span(10, 40)]);
    set.add(span(50, 50));
    expect(set.list()).toEqual([span(10, 40)]);
  });

  it('computes gaps and ends of runs like a list of minutes', () => {
    const step = fc.record({
      isAdded: fc.boolean(),
      from: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 0, max: 12 }),
    });
    const property = fc.property(fc.array(step, { maxLength: 12 }), fc.nat(60), fc.nat(20), (acts, from, length) => {
      const set = spanSet();
      const there = new Set<number>();
      for (const act of acts) {
        const stretch = span(act.from, act.from + act.length);
        if (act.isAdded) set.add(stretch);
        else set.remove(stretch);
        for (let minute = act.from; minute < act.from + act.length; minute += 1) {
          if (act.isAdded) there.add(minute);
          else there.delete(minute);
        }
      }
      const holes = set.missing(span(from, from + length)).flatMap((hole) => {
        return Array.from({ length: hole.to - hole.from }, (_, index) => hole.from + index);
      });
      const expected = Array.from({ length }, (_, index) => from + index).filter((minute) => !there.has(minute));
      expect(holes).toEqual(expected);
      let end = from;
      while (there.has(end)) end += 1;
      expect(set.runEnd(instantOf(from))).toBe(end);
      expect(set.has(instantOf(from))).toBe(there.has(from));
      set.list().forEach((one, place, all) => {
        expect(one.from).toBeLessThan(one.to);
        expect(one.from).toBeGreaterThan(all[place - 1]?.to ?? -1);
      });
    });
    checkProperty(property, 400);
  });
});
