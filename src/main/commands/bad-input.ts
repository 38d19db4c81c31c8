import { AppError } from '#base/errors.ts';

const BAD_INPUT = 2;

/** Runs a command whose bad input ends it with one sentence and exit code 2, before anything is written to standard output. */
export async function refusingBadInput(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = BAD_INPUT;
  }
}
