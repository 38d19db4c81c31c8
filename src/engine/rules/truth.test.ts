import { describe, expect, it } from 'vitest';
import { allOf, anyOf, edgesOf, FALSE, heldFor, notOf, TRUE, type Truths, trueWithin, UNKNOWN } from './truth.ts';

/** f false, u unknown, t true. */
const told = (text: string): Truths => Uint8Array.from(text, (letter) => 'fut'.indexOf(letter));
const text = (truths: Truths): string => [...truths].map((truth) => 'fut'[truth]).join('');

describe('three-valued logic', () => {
  it('all and any follow the tables of Kleene, and not turns them around', () => {
    expect([FALSE, UNKNOWN, TRUE].map((truth) => 'fut'[truth])).toEqual(['f', 'u', 't']);
    const [a, b] = [told('fffuuuttt'), told('futfutfut')];
    expect(text(anyOf([a, b]))).toBe('futuutttt');
    expect(text(allOf([a, b]))).toBe('ffffuufut');
    expect(text(notOf(told('fut')))).toBe('tuf');
  });

  it('a condition held for so many bars only when none of them is false or unknown', () => {
    expect(text(heldFor(told('ttttfttut'), 3))).toBe('uuttfffuu');
    expect(text(heldFor(told('fttut'), 1))).toBe('fttut');
  });

  it('a bar that is false decides before the bars are all there', () => {
    expect(text(heldFor(told('ft'), 5))).toBe('ff');
  });

  it('a condition was true within so many bars when one of them says so, and unknown bars leave it open', () => {
    expect(text(trueWithin(told('tfffuff'), 3))).toBe('tttfuuu');
  });

  it('only the bar at which a condition becomes true is an edge, from false or unknown', () => {
    expect(text(edgesOf(told('uttfttut')))).toBe('utfftfut');
  });

  it('a first bar that is true is no edge, because nobody knows the bar before it', () => {
    expect(text(edgesOf(told('tt')))).toBe('uf');
  });
});
