import path from 'node:path';

/** More than that and a folder holds several subjects: give each a folder of its own. */
const SOURCES_MAX = 15;

/** Folders of src/ that hold too many sources, one line each. Tests lie beside what they test and do not count. */
export function roomComplaints(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!file.startsWith('src/') || /\.test\.tsx?$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > SOURCES_MAX)
    .map(([folder, count]) => `${folder}: ${count} sources, at most ${SOURCES_MAX}; split it by noun`);
}
