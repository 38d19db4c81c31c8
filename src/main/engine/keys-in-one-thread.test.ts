import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../..');
const IMPORTED = /(?:from|import)\s*\(?\s*'([#.][^']+\.tsx?)'/g;
const ENGINE = 'main/engine/engine-program.ts';
/** What can open an exchange key, and what signs with one. */
const SECRET_HOLDERS = [
  'keys/key-signer.ts',
  'keys/sealing/opener.ts',
  'adapters/exchange-binance-usdm/transport/signer.ts',
];

/** The modules that a file loads into its own thread, by their path below `src/`; types are erased and load nothing. */
function loadedBy(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(path.join(SOURCES, file), 'utf8').replace(/import type [^;]*;/g, '');
    for (const [, name = ''] of text.matchAll(IMPORTED)) {
      const found = name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name);
      if (existsSync(path.join(SOURCES, found))) waiting.push(found);
    }
  }
  return seen;
}

/** The programs of all threads: the files that are named by their address. */
function threads(): readonly string[] {
  return globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts', 'web/**'] }).flatMap((file) => {
    const text = readFileSync(path.join(SOURCES, file), 'utf8');
    const entries = [...text.matchAll(/new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g)];
    return entries.map(([, name = '']) => path.join(path.dirname(file), name));
  });
}

it('exchange keys are opened and signed with in the thread of the engine, and in no other', () => {
  const main = loadedBy('main/start.ts');
  const engine = loadedBy(ENGINE);
  expect(main).toContain('main/engine/start-engine.ts');
  expect(main).toContain('keys/sealing/sealer.ts');
  expect(SECRET_HOLDERS.filter((file) => !engine.has(file))).toEqual([]);
  const others = threads().filter((entry) => entry !== ENGINE);
  expect(others.length).toBeGreaterThan(5);
  for (const loaded of [main, ...others.map(loadedBy)]) {
    expect(SECRET_HOLDERS.filter((file) => loaded.has(file))).toEqual([]);
  }
});
