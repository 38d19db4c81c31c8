import { describe, expect, it } from 'vitest';
import { factsOf } from './source-facts.ts';

const facts = (text: string, file = 'src/server/bots/bot-routes.ts') => factsOf(file, text);

describe('what the checks know of a file', () => {
  it.each([
    ['a docstring right before it', '/** Why. */\nexport const a = 1;', true],
    ['a docstring over several lines', '/**\n * Why.\n */\nexport function a() {}', true],
    ['a plain comment', '// Why.\nexport const a = 1;', false],
    ['a docstring of the statement before', '/** Why. */\nconst b = 1;\nexport const a = b;', false],
    ['nothing', 'export interface a {}', false],
  ])('an export is explained by %s', (_what, text, hasDocstring) => {
    expect(facts(text).exports).toEqual([{ name: 'a', hasDocstring }]);
  });

  it('imports are followed to the file, packages are not', () => {
    const text = [
      "import { a, type B as C } from '#storage/bots.ts';",
      "import { d } from '../own-bot.ts';",
      "import { e } from 'kysely';",
    ].join('\n');
    expect(facts(text).imports).toEqual([
      { from: 'src/storage/bots.ts', name: 'a' },
      { from: 'src/storage/bots.ts', name: 'B' },
      { from: 'src/server/own-bot.ts', name: 'd' },
    ]);
  });

  it('functions have their name, place, length and width', () => {
    const text = 'function one(a: 1, b: 2) {\n  return a;\n}\nconst two = async (): Promise<void> => {\n};\n';
    expect(facts(text).functions).toEqual([
      { name: 'one', line: 1, lines: 3, parameters: 2 },
      { name: 'two', line: 4, lines: 2, parameters: 0 },
    ]);
  });

  it('a short arrow is an expression and no function to measure', () => {
    expect(facts('const double = (a: number) => a * 2;').functions).toEqual([]);
  });

  it('any and casts are found by their line, as const is neither', () => {
    const text = 'const a = [1] as const;\nlet b: any;\nconst c = b as string;\n';
    expect(facts(text)).toMatchObject({ anyLines: [2], castLines: [3] });
  });

  it.each([
    ["export { a } from './a.ts';\nexport * from './b.ts';", true],
    ["export { a } from './a.ts';\nexport const b = 1;", false],
    ['', false],
  ])('%j hands on the exports of others: %s', (text, isBarrel) => {
    expect(facts(text).isBarrel).toBe(isBarrel);
  });

  it.each([
    ['src/base/exact.test.ts', true],
    ['src/web/ui/money.test.tsx', true],
    ['tests/support/market.ts', true],
    ['src/server/test-data.ts', false],
  ])('%s is a test: %s', (file, isTest) => {
    expect(facts('', file).isTest).toBe(isTest);
  });

  it('a comment covers its lines', () => {
    expect(facts('// one\n/* two\n   three */\n').comments.map(({ line, lastLine }) => [line, lastLine])).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it('a file that does not parse is named', () => {
    expect(() => facts('export const = 1;')).toThrow('src/server/bots/bot-routes.ts');
  });
});
