import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const CLAUSES = 'A1 A2 A3 A4 A5 A6 A7 A8 A10 Z1 Z2 Z3 Z4 Z5 Z6 V1 V2 V3 V4 V5 W1 W2 W3 L1 L3 N1 N2 N3'.split(' ');
const rows = [...readFileSync('docs/held-shut.md', 'utf8').matchAll(/^\| ([AZVWLN]\d+) \| (.+?) \| (.+) \|$/gm)];

/** Files with the titles that stand behind them; a title without a file of its own is of the file before. */
function testsOf(text: string): readonly (readonly [file: string, title: string])[] {
  let file = '';
  return [...text.matchAll(/`((?:src|tests)\/[^`]+)`|"([^"]+)"/g)].flatMap(([, named, title]) => {
    file = named ?? file;
    return title === undefined ? [] : [[file, title] as const];
  });
}

describe('the table of what is held shut', () => {
  it('has a row for each clause', () => {
    expect(rows.map(([, clause]) => clause)).toEqual(CLAUSES);
  });

  it.each(rows.map(([, clause = '', , tests = '']) => [clause, testsOf(tests)] as const))(
    '%s names tests that exist',
    (_clause, tests) => {
      expect(tests.length).toBeGreaterThan(0);
      const missing = tests.filter(([file, title]) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title));
      expect(missing).toEqual([]);
    },
  );
});
