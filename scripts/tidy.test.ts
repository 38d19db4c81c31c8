import { describe, expect, it } from 'vitest';
import { factsOf } from './source-facts.ts';
import { complaintsOf } from './tidy.ts';

function complaintsAbout(text: string, file = 'src/base/thing.ts'): string[] {
  return complaintsOf(factsOf(file, text));
}

const longFunction = `export function long(): void {\n${'  work();\n'.repeat(69)}}\n`;

describe('tidy', () => {
  it('accepts a tidy file', () => {
    expect(
      complaintsAbout('/** Doubles. */\nexport function double(n: number): number {\n  return n * 2;\n}\n'),
    ).toEqual([]);
  });

  it.each([
    ['a file of more than 500 lines', '\n'.repeat(501), '501 lines'],
    ['a function of more than 70 lines', longFunction, 'long has 71 lines'],
    [
      'a method of more than 70 lines',
      longFunction.replace('export function long()', 'class A { long()').concat('}'),
      '71',
    ],
    [
      'an arrow function of more than 70 lines',
      longFunction.replace('function long(): void', 'const long = () =>'),
      '71',
    ],
    ['more than five parameters', 'export function f(a: A, b: B, c: C, d: D, e: E, f: F) {}', '6 parameters'],
    ['a word for unfinished work', '// FIXME later\n', 'FIXME'],
    ['a TODO without an issue number', '// TODO later\n', 'TODO'],
    ['any', 'export const a: any = 1;', 'any'],
    ['a default export', 'export default 1;', 'default export'],
    ['a barrel', "export * from './a.ts';\nexport { b } from './b.ts';\n", 'barrel'],
    ['a reference that widens the types', '/// <reference types="node" />\n', 'reference'],
  ])('refuses %s', (_what, text, expected) => {
    expect(complaintsAbout(text).join()).toContain(expected);
  });

  it.each([
    ['Math.random()', 'Math.random'],
    ['performance.now()', 'performance.now'],
    ['crypto.randomUUID()', 'crypto.randomUUID'],
    ['Date.now()', 'Date'],
    ['new Date()', 'Date'],
    ['[Date]', 'Date'],
  ])('refuses %s in the engine and in the simulated market, but not in their tests or elsewhere', (use, name) => {
    const text = `export const value = ${use};`;
    for (const folder of ['src/engine/account', 'src/simulator/market/bars']) {
      expect(complaintsAbout(text, `${folder}/thing.ts`).join()).toContain(`: ${name}: `);
      expect(complaintsAbout(text, `${folder}/thing.test.ts`)).toEqual([]);
    }
    expect(complaintsAbout(text, 'src/server/thing.ts')).toEqual([]);
    expect(complaintsAbout('export const half = Math.floor(0.5);', 'src/engine/account/thing.ts')).toEqual([]);
  });

  it.each(['WeakMap', 'WeakSet'])('refuses a %s in the engine, but not elsewhere', (table) => {
    const text = `export const table = new ${table}();`;
    expect(complaintsAbout(text, 'src/engine/account/thing.ts').join()).toContain(`: ${table}: `);
    expect(complaintsAbout(text, 'src/simulator/market/thing.ts')).toEqual([]);
  });

  it.each(['utils', 'helpers', 'common', 'misc', 'types', 'index'])('refuses a file called %s', (stem) => {
    expect(complaintsAbout('export const a = 1;', `src/base/${stem}.ts`)).toHaveLength(1);
  });

  it('accepts a TODO with an issue number, and the word inside code', () => {
    expect(complaintsAbout("// TODO(#12) when it can\nexport const TODO = 'any';\n")).toEqual([]);
  });
});
