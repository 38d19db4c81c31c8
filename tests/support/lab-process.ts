import { startLab } from '#main/lab/start-lab.ts';

/**
 * A program that only computes backtests: to be killed. Its arguments are the login of the lab and, where it has more than
 * the bundled month, a folder of candles, and the version and commit that it says it is.
 */
const [labUrl = '', folder, version = 'killed', commit = null] = process.argv.slice(2);
await startLab(
  { labUrl, folders: folder === undefined ? [] : [folder], version, commit },
  {
    warn: (line) => process.stderr.write(`${line}\n`),
    failed: (cause) => {
      throw cause;
    },
  },
);
process.stdout.write('open\n');
