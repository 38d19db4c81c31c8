import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS } from './check.ts';

const STEP = CHECKS.find(({ name }) => name === 'nothing that only tests reach');

/** A small program with every case that the check must distinguish. */
const FILES: Readonly<Record<string, string>> = {
  'src/main/main.ts': `import { used } from './used.ts';
    export const worker = new URL('./worker.ts', import.meta.url);
    console.log(used, worker);`,
  'src/main/used.ts': 'export const used = 1;\nexport const onlyTested = 2;\nexport type OnlyTestedType = 3;',
  'src/main/worker.ts': "import { workersOwn } from './workers-own.ts';\nconsole.log(workersOwn);",
  'src/main/workers-own.ts': 'export const workersOwn = 4;',
  'src/main/only-benched.ts': 'export const onlyBenched = 5;',
  'src/main/used.test.ts': `import { onlyTested, type OnlyTestedType, used } from './used.ts';
    const three: OnlyTestedType = 3;
    console.log(onlyTested, three, used);`,
  'bench/run.ts': "import { onlyBenched } from '../src/main/only-benched.ts';\nconsole.log(onlyBenched);",
};

let root = '';
let output = '';

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'botyard-reached-'));
  for (const file of ['package.json', 'knip.json']) cpSync(file, path.join(root, file));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const [script = '', ...words] = STEP?.words ?? [];
  const run = spawnSync(process.execPath, [path.resolve(script), ...words], { cwd: root, encoding: 'utf8' });
  output = run.stdout;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the check for code used only by tests or benches', () => {
  it.each(['onlyTested ', 'OnlyTestedType ', 'src/main/only-benched.ts'])('complains about %s', (finding) => {
    expect(output).toContain(finding);
  });

  it.each(['src/main/worker.ts', 'src/main/workers-own.ts', 'used ', 'src/main/used.test.ts'])(
    'does not complain about %s',
    (name) => {
      expect(output.split('\n').some((line) => line.startsWith(name))).toBe(false);
    },
  );
});
