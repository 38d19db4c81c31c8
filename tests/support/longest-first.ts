import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = path.resolve(import.meta.dirname, '../..');
/**
 * The files of the groups that wait most, longest first. In a fresh clone, Vitest knows of no earlier run and would begin with
 * the largest files: the torture, a small one, would then be left to run alone at the end.
 */
const LONGEST = [
  'tests/torture.db.test.ts',
  'src/main/start.db.test.ts',
  'tests/broken-belief.db.test.ts',
  'tests/database-loss.db.test.ts',
  'src/storage/recorder/recorder.db.test.ts',
  'src/main/doctor/doctor.db.test.ts',
  'tests/strict-login.db.test.ts',
  'tests/backup-drill.db.test.ts',
  'src/adapters/database-embedded/watch-server.db.test.ts',
  'src/keys/sealing/rotate-sealing-key.db.test.ts',
  'tests/custom-bot.db.test.ts',
  'tests/one-account.db.test.ts',
  'tests/release.db.test.ts',
  'tests/killed-lab.db.test.ts',
  'tests/joined-lab.db.test.ts',
  'src/main/simulator/simulator-beside.db.test.ts',
  'tests/e2e/every-page.e2e.test.ts',
  'tests/e2e/bot-acts.e2e.test.ts',
  'tests/e2e/whole-path.e2e.test.ts',
  'tests/e2e/pages.e2e.test.ts',
  'tests/e2e/canary.e2e.test.ts',
].map((file) => path.join(ROOT, file));

/** Begins with the files that take longest, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  /** @throws Error when a listed file has gone */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((file) => !existsSync(file));
    if (gone.length > 0) throw new Error(`Listed among the longest tests, but not there: ${gone.join(', ')}`);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.indexOf(moduleId);
      return rank < 0 ? LONGEST.length : rank;
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
