import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

/** What a start needs to know of the simulated exchange without running it: names of its files, and what it lists. */
const KNOWN = /\/src\/simulator\/(?:admin\/admin-token|stored\/state-files|prices\/)/;

/** Prints the file of every module that importing another one loads. */
const LOADS = `
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) { process.stdout.write(url + '\\n'); return next(url, context); } });
  await import(process.argv[1]);
`;

it.each(['src/main/compose.ts', 'src/main/engine/exchange-market.ts'])(
  'the simulated exchange is reached over its wire alone, so %s loads none of its code',
  (file) => {
    const words = ['--input-type=module', '--eval', LOADS, pathToFileURL(file).href];
    const loaded = execFileSync(process.execPath, words, { encoding: 'utf8' }).split('\n');
    expect(loaded.filter((url) => url.endsWith(file))).toHaveLength(1);
    expect(loaded.filter((url) => url.includes('/src/simulator/') && !KNOWN.test(url))).toEqual([]);
  },
);
