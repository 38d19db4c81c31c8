import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settings } from '#main/settings.ts';
import { ensureBrowser } from './browser.ts';
import { buildProgramWhenChanged } from './build-program.ts';
import { buildWebWhenChanged } from './build-web.ts';
import { runChecks } from './check.ts';
import { runStep, stepReport } from './step.ts';
import { type Count, countOf, isNothing, slowestOf, sumOf } from './test-count.ts';

/**
 * Groups that start programs and browsers, one after the other: side by side a slow machine starts each of a dozen programs in a
 * minute, which is longer than a program may take to stop.
 */
const WAITING = ['e2e', 'db'] as const;
/** Groups that only compute, in two lanes that fill the time which the waiting ones leave free. */
const COMPUTING = [['node'], ['dom-alone', 'alone', 'web', 'dom']] as const;
/**
 * Groups that let others go first: what waits goes on as soon as it can, so that its waiting is not longer than it must be, and
 * what only computes keeps all cores busy to the end. Groups that start a process for each of their files are not among them,
 * because the runner gives each start a minute.
 */
const PATIENT: ReadonlySet<string> = new Set(['node', 'web', 'dom']);
const PATIENT_NICENESS = 3;

/** `npm test`: installs missing packages and runs all checks and tests; the last line counts what passed and failed. */
export async function main(): Promise<void> {
  forgetSettings();
  const preparations = await Promise.all([
    attempt('build of the web', buildWebWhenChanged),
    attempt('build of the program', buildProgramWhenChanged),
    attempt('browser', async () => {
      process.env['CHROMIUM_PATH'] = ensureBrowser(tell);
    }),
  ]);
  const waiting = runLane(WAITING);
  const checks = await runChecks(tell);
  const checked = checks.map(({ hasPassed }) => oneIf(hasPassed));
  const computed = await Promise.all(COMPUTING.map(runLane));
  const total = sumOf([...preparations, ...checked, ...computed.flat(), ...(await waiting)]);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  if (total.failed > 0) process.exitCode = 1;
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
}

/** The tests start what they need in temporary folders; the user's own installation must not affect them. */
function forgetSettings(): void {
  for (const name of Object.keys(settings)) delete process.env[name];
}

async function attempt(name: string, work: () => Promise<unknown>): Promise<Count> {
  try {
    await work();
    return oneIf(true);
  } catch (error) {
    tell(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}\n`);
    return oneIf(false);
  }
}

/** One group after another. */
async function runLane(groups: readonly string[]): Promise<readonly Count[]> {
  const counts: Count[] = [];
  for (const group of groups) counts.push(await runGroup(group));
  return counts;
}

async function runGroup(group: string): Promise<Count> {
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-test-'));
  const reportFile = path.join(folder, 'report.json');
  tell(`… tests: ${group}\n`);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', group];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const outcome = await runStep({
    name: `tests: ${group}`,
    words: [...vitest, ...reporters],
    environment: { NO_COLOR: '1' },
    niceness: PATIENT.has(group) ? PATIENT_NICENESS : 0,
  });
  const report = readReport(reportFile);
  const count = countOf(report, outcome.hasPassed);
  rmSync(folder, { recursive: true, force: true });
  tell(stepReport({ ...outcome, hasPassed: count.failed === 0 && !isNothing(count) }));
  if (isNothing(count)) {
    tell(`The group ${group} ran no test, which counts as a failure.\n`);
    return oneIf(false);
  }
  tell(
    `  ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped in ${group}\n${slowestOf(report, process.cwd())}`,
  );
  return count;
}

function readReport(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // The runner ended before it could write a report; its exit code shows the failure.
  }
}

function oneIf(hasPassed: boolean): Count {
  return hasPassed ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function tell(text: string): void {
  process.stdout.write(text);
}

if (import.meta.main) await main();
