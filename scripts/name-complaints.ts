import type { SourceFacts } from './source-facts.ts';

/** What the check needs to know about a file. */
export type NamedExports = Pick<SourceFacts, 'file' | 'isTest' | 'exports'>;

/**
 * Exported names that more than one area of src/ defines, one line each. A reader who meets a name must not have to ask
 * which of two things it means: either both are the same, and one area defines it for the other, or they need two
 * names.
 */
export function nameComplaints(sources: readonly NamedExports[]): string[] {
  const definitions = new Map<string, Map<string, string>>();
  for (const { file, isTest, exports } of sources) {
    const area = /^src\/([^/]+)\//.exec(file)?.[1];
    if (area === undefined || isTest) continue;
    for (const { name } of exports) {
      const byArea = definitions.get(name) ?? new Map<string, string>();
      definitions.set(name, byArea.set(area, file));
    }
  }
  return [...definitions]
    .filter(([, byArea]) => byArea.size > 1)
    .map(
      ([name, byArea]) =>
        `${[...byArea.values()].join(' and ')} both export ${name}; give each thing a name of its own`,
    );
}
