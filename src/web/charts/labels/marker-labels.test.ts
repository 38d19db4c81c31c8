import { describe, expect, it } from 'vitest';
import { joinLabels, roomOnTheLeft } from './marker-labels.ts';

const at = (time: number, text: string) => ({ time, text });
const texts = (markers: readonly { text: string }[]) => markers.map((marker) => marker.text);

describe('labels of fills', () => {
  it('fills far from each other keep their own labels', () => {
    const fills = [at(0, 'B'), at(100, '1'), at(200, 'TP')];
    expect(texts(joinLabels(fills, (from, to) => to - from))).toEqual(['B', '1', 'TP']);
  });

  it('labels of fills that overlap stand together at the first, in the order of the fills', () => {
    const fills = [at(0, 'B'), at(3, '1'), at(3, '2'), at(90, 'TP')];
    expect(texts(joinLabels(fills, (from, to) => to - from))).toEqual(['B 1 2', '', '', 'TP']);
  });

  it('labels that overlap in a wide view separate when the view comes closer', () => {
    const fills = [at(0, 'B'), at(3, '1')];
    expect(texts(joinLabels(fills, (from, to) => 10 * (to - from)))).toEqual(['B', '1']);
  });
});

it('a label that would be cut at the left edge of a chart is given its missing half, and no other one anything', () => {
  expect(roomOnTheLeft([{ x: 0, text: 'Start' }])).toBe(18);
  expect(
    roomOnTheLeft([
      { x: 5, text: 'Start' },
      { x: 30, text: 'v2 v3' },
    ]),
  ).toBe(13);
  expect(roomOnTheLeft([{ x: 18, text: 'Start' }])).toBe(0);
  expect(roomOnTheLeft([])).toBe(0);
});
