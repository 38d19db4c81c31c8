import { describe, expect, it } from 'vitest';
import { scanJson, spotOf } from './json-spots.ts';

const TEXT = `{
  "buy": {
    "enter": { "all": [
      { "op": "gt", "n": -1.5e3 },
      { "op": "l\\u0074" }
    ] }
  }, "sell": null
}`;

describe('where the values of a JSON text stand', () => {
  it.each([
    ['', 1, 1],
    ['buy.enter.all', 3, 23],
    ['buy.enter.all.0.op', 4, 15],
    ['buy.enter.all.0.n', 4, 26],
    ['buy.enter.all.1', 5, 7],
    ['sell', 7, 14],
  ])('"%s" stands in line %i at column %i', (path, line, column) => {
    const scanned = scanJson(TEXT);
    if (scanned.kind !== 'json') throw new Error('it is JSON');
    expect(scanned.value).toEqual(JSON.parse(TEXT));
    expect(scanned.spots.get(path)).toEqual({ line, column });
  });

  it('a value that is missing stands where the value around it does', () => {
    const scanned = scanJson(TEXT);
    if (scanned.kind !== 'json') throw new Error('it is JSON');
    expect(spotOf(scanned.spots, ['buy', 'enter', 'all', '1', 'a', 'ind'])).toEqual({ line: 5, column: 7 });
    expect(spotOf(scanned.spots, ['leverage'])).toEqual({ line: 1, column: 1 });
  });
});

describe('where a text stops being JSON', () => {
  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a": 1,}', 1, 9],
    ['{"a": 1\n  "b": 2}', 2, 3],
    ['{"a": [1, 2}', 1, 12],
    ['{"a": tru}', 1, 7],
    ['{"a": "x\ny"}', 1, 7],
    ['{"a": 1} {', 1, 10],
    ["{'a': 1}", 1, 2],
    ['[1, 2] \n // why', 2, 2],
  ])('%j: line %i, column %i', (text, line, column) => {
    expect(scanJson(text)).toEqual({ kind: 'broken', spot: { line, column } });
  });

  it('is told of a text nested without end', () => {
    expect(scanJson('['.repeat(100_000)).kind).toBe('broken');
  });
});
