import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { coverageTable, linesByArea } from './line-coverage.ts';

/** The groups whose tests call the sources in their own processes; the browser's tests start the program. */
const GROUPS = ['node', 'alone', 'web', 'dom', 'dom-alone', 'db'];
const SUMMARY = 'coverage/coverage-summary.json';

/** `npm run coverage [-- --project GROUP] [PATH …]`: runs the tests and prints the lines that they reach, by area. */
function main(words: readonly string[]): void {
  rmSync(SUMMARY, { force: true });
  const groups = words.includes('--project') ? [] : GROUPS.flatMap((group) => ['--project', group]);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--coverage', '--coverage.reportOnFailure'];
  const { status } = spawnSync(process.execPath, [...vitest, ...groups, ...words], { stdio: ['ignore', 2, 2] });
  process.stdout.write(coverageTable(linesByArea(readFileSync(SUMMARY, 'utf8'), process.cwd())));
  process.exitCode = status ?? 1;
}

main(process.argv.slice(2));
