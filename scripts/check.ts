import { runStep, type Step, type StepOutcome, stepReport } from './step.ts';

/** The checks, all of which run side by side. */
export const CHECKS: readonly Step[] = [
  {
    name: 'format and lint',
    words: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--max-diagnostics=100', '.'],
  },
  // One checker: several would each check what they share, for a third more of the processor and no second less.
  {
    name: 'types',
    words: ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1'],
    environment: { GOGC: '400' }, // It tidies its memory less often.
  },
  { name: 'dead code', words: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  {
    name: 'nothing that only tests reach',
    words: ['node_modules/knip/bin/knip.js', '--production', '--no-progress', '--include=files,exports,types'],
  },
  { name: 'directions, sizes, names and words', words: ['scripts/tidy.ts'] },
];

/** Runs all checks concurrently and prints each as it ends. */
export function runChecks(tell: (text: string) => void): Promise<StepOutcome[]> {
  return Promise.all(
    CHECKS.map(async (step) => {
      const outcome = await runStep(step);
      tell(stepReport(outcome));
      return outcome;
    }),
  );
}

async function main(): Promise<void> {
  const outcomes = await runChecks((text) => process.stdout.write(text));
  const failed = outcomes.filter((outcome) => !outcome.hasPassed).length;
  process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} of ${outcomes.length} checks failed.\n`);
  if (failed > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
