import { join } from 'node:path';
import { at } from '#base/assert.ts';
import { inlineSweep } from '#lab/sweep/inline-sweep.ts';
import { median } from '../median.ts';
import type { CppTwin } from './cpp-twin.ts';
import { type CppEntry, openRace, type Race } from './race.ts';
import type { Heat } from './rounds.ts';
import type { Subject } from './subject.ts';
import { writeTwinFile } from './twin-file.ts';
import { openReports } from './whole-runs.ts';
import { openCores, openWorkers, type WorkersRace } from './workers.ts';

/** Everything that is measured on the same subjects. */
export interface Stand {
  readonly subjects: readonly Subject[];
  readonly race: Race;
  /** The run whose number of fills is the median, of which full reports are made. */
  readonly middle: number;
  readonly reports: ReturnType<typeof openReports>;
  readonly workers: WorkersRace;
  /** Two C++ twins at once; null without a compiler. */
  readonly cores: Heat<'alone' | 'both', number> | null;
  readonly round: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens and warms everything up. */
export async function openStand(
  subjects: readonly Subject[],
  { twin, folder }: { readonly twin: CppTwin | null; readonly folder: string },
): Promise<Stand> {
  const entry = await entryOf(twin, folder, subjects);
  inlineSweep(); // As the pool does.
  const race = openRace(subjects, entry);
  const { figures, parts } = race;
  const wanted = median(figures.map(({ fills }) => fills));
  const middle = figures.findIndex(({ fills }) => fills === wanted);
  const { subject, set } = at(
    parts.flat().filter(({ place }) => place === middle),
    0,
  );
  inlineSweep(false); // As where a report is made alone.
  const reports = openReports(at(subjects, subject), set, at(figures, middle));
  inlineSweep();
  const workers = await openWorkers(subjects, figures);
  const cores = entry && openCores(entry.twin, at(entry.files, 0));
  return {
    subjects,
    race,
    middle,
    reports,
    workers,
    cores,
    async round() {
      inlineSweep();
      await race.round();
      await workers.round();
      await cores?.round();
      inlineSweep(false);
      await reports.round();
    },
    close: workers.close,
  };
}

async function entryOf(twin: CppTwin | null, folder: string, subjects: readonly Subject[]): Promise<CppEntry | null> {
  if (twin === null) return null;
  const files = subjects.map(({ symbol, minutes }) => join(folder, `${symbol}-${minutes}.bin`));
  for (const [index, subject] of subjects.entries()) {
    await writeTwinFile(at(files, index), subject.twinPlans, subject.twinMarket);
  }
  return { twin, files };
}
