import type { SourceFacts } from './source-facts.ts';

/**
 * Files of ours that import each other in a circle, one line per circle. Imports of types and dynamic imports count, too,
 * because a reader has to follow them just the same; a linter that follows imports of values would read all files once more.
 */
export function circleComplaints(sources: readonly SourceFacts[]): string[] {
  return circles(new Map(sources.map(({ file, importedFiles }) => [file, importedFiles.map(({ from }) => from)])));
}

/** A depth-first walk: a file met again on the path that leads to it closes a circle. Each file is walked once. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const walked = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): void => {
    const met = path.indexOf(file);
    if (met !== -1) found.push(`${file}: a circle of imports: ${[...path.slice(met), file].join(' → ')}`);
    if (met !== -1 || walked.has(file)) return;
    walked.add(file);
    path.push(file);
    for (const next of imports.get(file) ?? []) walk(next);
    path.pop();
  };
  for (const file of imports.keys()) walk(file);
  return found;
}
