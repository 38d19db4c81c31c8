import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources } from './source-facts.ts';

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

describe('the glossary of ARCHITECTURE.md', () => {
  const words = glossary();

  it('explains every word once', () => {
    expect(words.length).toBeGreaterThanOrEqual(30);
    expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
    expect(words.filter(({ meaning }) => meaning === '')).toEqual([]);
  });

  it('names types that the sources define exactly once', () => {
    const sources = readSources().filter(({ file, isTest }) => file.startsWith('src/') && !isTest);
    const defined = sources.flatMap(({ file, exports }) => exports.map(({ name }) => ({ file, name })));
    const wrong = words
      .flatMap(({ types }) => types)
      .map((type) => ({ type, files: defined.filter(({ name }) => name === type).map(({ file }) => file) }))
      .filter(({ files }) => files.length !== 1);
    expect(wrong).toEqual([]);
  });
});
