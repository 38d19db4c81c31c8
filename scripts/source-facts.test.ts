import { describe, expect, it } from 'vitest';
import { factsOf } from './source-facts.ts';

const facts = (text: string, file = 'src/server/bots/bot-routes.ts') => factsOf(file, text);

describe('the facts about a source file', () => {
  it.each([
    ['a docstring right before it', '/** Why. */\nexport const a = 1;', true],
    ['a docstring over several lines', '/**\n * Why.\n */\nexport function a() {}', true],
    ['a plain comment', '// Why.\nexport const a = 1;', false],
    ['a docstring of the statement before', '/** Why. */\nconst b = 1;\nexport const a = b;', false],
    ['nothing', 'export interface a {}', false],
  ])('whether an export has a docstring is recognised for %s', (_what, text, hasDocstring) => {
    expect(facts(text).exports).toEqual([{ name: 'a', hasDocstring }]);
  });

  it('imports are resolved to files, packages are not', () => {
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

  it('functions have their name, line, length and number of parameters', () => {
    const text = 'function one(a: 1, b: 2) {\n  return a;\n}\nconst two = async (): Promise<void> => {\n};\n';
    expect(facts(text).functions).toEqual([
      { name: 'one', line: 1, lines: 3, parameters: 2 },
      { name: 'two', line: 4, lines: 2, parameters: 0 },
    ]);
  });

  it('a short arrow function is not measured', () => {
    expect(facts('const double = (a: number) => a * 2;').functions).toEqual([]);
  });

  it('any and casts are found with their line; as const is not a cast', () => {
    const text = 'const a = [1] as const;\nlet b: any;\nconst c = b as string;\n';
    expect(facts(text)).toMatchObject({ anyLines: [2], castLines: [3] });
  });

  it.each([
    ["export { a } from './a.ts';\nexport * from './b.ts';", true],
    ["export { a } from './a.ts';\nexport const b = 1;", false],
    ['', false],
  ])('%j re-exports other files: %s', (text, isBarrel) => {
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

  it('a comment has its first and last line', () => {
    expect(facts('// one\n/* two\n   three */\n').comments.map(({ line, lastLine }) => [line, lastLine])).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it('a file that does not parse is reported by name', () => {
    expect(() => facts('export const = 1;')).toThrow('src/server/bots/bot-routes.ts');
  });
});
