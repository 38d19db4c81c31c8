import { startLab } from '#main/lab/start-lab.ts';

/** A program that only computes backtests, on the bundled month: to be killed. Its argument is the login of the lab. */
const [labUrl = ''] = process.argv.slice(2);
await startLab(
  { labUrl, folders: [], version: 'killed', commit: null },
  {
    warn: (line) => process.stderr.write(`${line}\n`),
    failed: (cause) => {
      throw cause;
    },
  },
);
process.stdout.write('open\n');
