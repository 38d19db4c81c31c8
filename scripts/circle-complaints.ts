import type { SourceFacts } from './source-facts.ts';

/** Areas of src/ in which files may not import each other in a circle; the engine still has some. */
const WITHOUT_CIRCLES = [
  'base',
  'files',
  'contract',
  'ports',
  'adapters',
  'storage',
  'market',
  'runtime',
  'lab',
  'identity',
  'keys',
  'server',
  'simulator',
  'web',
  'main',
];

/**
 * Files that import each other in a circle, one line a circle. Biome follows imports of values; here imports of types
 * and dynamic imports count too, because a reader follows them all the same.
 */
export function circleComplaints(sources: readonly SourceFacts[]): string[] {
  const watched = sources.filter(({ file, isTest }) => !isTest && WITHOUT_CIRCLES.includes(areaOf(file)));
  return circles(new Map(watched.map(({ file, importedFiles }) => [file, importedFiles.map(({ from }) => from)])));
}

/** "src/web/ui/page/card.tsx" lies in web; what lies outside of src/ has no area. */
function areaOf(file: string): string {
  const [root, area = ''] = file.split('/');
  return root === 'src' ? area : '';
}

/** Walks in depth, so that a file met again on the way down to it closes a circle; each file is walked once. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const walked = new Set<string>();
  const way: string[] = [];
  const walk = (file: string): void => {
    const met = way.indexOf(file);
    if (met !== -1) found.push(`${file}: a circle of imports: ${[...way.slice(met), file].join(' → ')}`);
    if (met !== -1 || walked.has(file)) return;
    walked.add(file);
    way.push(file);
    for (const next of imports.get(file) ?? []) walk(next);
    way.pop();
  };
  for (const file of imports.keys()) walk(file);
  return found;
}
