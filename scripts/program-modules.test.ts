import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inBundle, threadEntries, withHttpOfProcess } from './program-modules.ts';

const SOURCE = path.resolve('src/main/engine/example.ts');

it('every file that the program gives to a thread is an entry of its bundle', () => {
  const entries = Object.values(threadEntries()).map((file) => path.relative('src', file));
  expect(entries).toContain('main/engine/engine-program.ts');
  expect(entries).toContain('main/simulator/simulator-thread.ts');
  for (const entry of entries) expect(readFileSync(path.resolve('src', entry), 'utf8')).not.toBe('');
  expect(entries.length).toBeGreaterThan(8);
});

it('a module in a bundle starts its threads from the bundle', () => {
  const code = "const ENTRY = new URL('./engine-program.ts', import.meta.url);";
  expect(inBundle(code, SOURCE)).toBe("const ENTRY = new URL('./main-engine-engine-program.js', import.meta['url']);");
});

it('a module in a bundle finds the files beside its source', () => {
  expect(inBundle("new URL('../data/', import.meta.url)", SOURCE)).toBe(
    "new URL('../data/', new URL('../../../src/main/engine/example.ts', import.meta['url']).href)",
  );
  expect(inBundle("path.join(import.meta.dirname, 'page')", SOURCE)).toBe(
    "path.join(import.meta.dirname + '/../../../src/main/engine', 'page')",
  );
});

it('a bundle has node:http from the process, whose import would load a client that nobody uses', () => {
  expect(withHttpOfProcess('import http from "node:http";\nhttp.request();')).toBe(
    'var http = process.getBuiltinModule("node:http");\nhttp.request();',
  );
  expect(withHttpOfProcess('import { STATUS_CODES, request as ask } from "node:http";')).toBe(
    'var { STATUS_CODES, request: ask } = process.getBuiltinModule("node:http");',
  );
  expect(() => withHttpOfProcess('export { request } from "node:http";')).toThrow('imports node:http in a form');
});
