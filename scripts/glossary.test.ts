import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Word {
  readonly word: string;
  readonly meaning: string;
  readonly types: readonly string[];
}

function glossary(): readonly Word[] {
  const section = readFileSync('ARCHITECTURE.md', 'utf8').split('\n## Words\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) => {
    const [, word = '', meaning = '', types = ''] = row.split('|').map((cell) => cell.trim());
    return { word, meaning, types: [...types.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '') };
  });
}

/** The files of src/ that export a type or value of each name. Matches text: parsing all sources would take seconds. */
function filesThatDefine(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  const sources = files.map((file) => ({ file, defined: definedIn(readFileSync(file, 'utf8')) }));
  return new Map(
    names.map((name) => [name, sources.flatMap(({ file, defined }) => (defined.has(name) ? [file] : []))]),
  );
}

function definedIn(text: string): ReadonlySet<string> {
  return new Set(
    Array.from(text.matchAll(/^export (?:interface|type|class|const|function) (\w+)/gm), ([, name = '']) => name),
  );
}

describe('the glossary of ARCHITECTURE.md', () => {
  const words = glossary();

  it('the glossary explains every word, and each only once', () => {
    expect(words.length).toBeGreaterThanOrEqual(30);
    expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
    expect(words.filter(({ meaning }) => meaning === '')).toEqual([]);
  });

  it('every type that the glossary names is defined in exactly one file of src/', () => {
    const defined = filesThatDefine(words.flatMap(({ types }) => types));
    const wrong = [...defined].filter(([, files]) => files.length !== 1);
    expect(wrong).toEqual([]);
  });
});
