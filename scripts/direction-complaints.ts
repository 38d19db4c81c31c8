import {
  adapterDirections,
  areaDirections,
  type Direction,
  engineDirections,
  INNER_AREAS,
  simulatorDirections,
  webDirections,
} from './directions.ts';
import type { ImportedFile, SourceFacts } from './source-facts.ts';

const innerDirections = [...engineDirections, ...adapterDirections, ...simulatorDirections, ...webDirections];

/** Imports against the table of ARCHITECTURE.md, one line each. Tests may import what they like. */
export function directionComplaints({ file, isTest, importedFiles }: SourceFacts): string[] {
  if (isTest || !file.startsWith('src/')) return [];
  return importedFiles.flatMap((imported) => {
    const complaint = complaintOf(file, imported);
    return complaint === null ? [] : [`${file}:${imported.line}: ${imported.specifier}: ${complaint}`];
  });
}

function complaintOf(file: string, { specifier, from }: ImportedFile): string | null {
  const [, area, folder, feature] = foldersOf(file);
  const [, otherArea, otherFolder, otherFeature] = foldersOf(from);
  if (area !== otherArea) {
    if (specifier.startsWith('.')) return `between areas import #${otherArea}/…`;
    return areasOf(file).includes(otherArea ?? '') ? null : `${area} must not know ${otherArea} (ARCHITECTURE.md)`;
  }
  const row = rowOf(innerDirections, file);
  if (row === undefined || otherFolder === undefined) return null;
  if (folder !== otherFolder) {
    return row.mayImport.includes(otherFolder)
      ? null
      : `${area}/${folder} must not know ${otherFolder} (ARCHITECTURE.md)`;
  }
  const isForeign = row.folder === 'src/web/features' && feature !== otherFeature;
  return isForeign ? 'a feature knows no other feature' : null;
}

/** The folders a file lies in: "src/web/ui/card.tsx" gives src, web and ui. */
const foldersOf = (file: string): string[] => file.split('/').slice(0, -1);

function rowOf(rows: readonly Direction[], file: string): Direction | undefined {
  return rows.find(({ folder }) => file.startsWith(`${folder}/`));
}

/** A row of the file's own folder is narrower than that of its area. */
function areasOf(file: string): readonly string[] {
  const whole = rowOf(innerDirections, file) === undefined ? rowOf(areaDirections, file) : undefined;
  if (whole !== undefined) return whole.mayImport;
  const [, area = ''] = foldersOf(file);
  return Object.entries(INNER_AREAS).find(([name]) => name === area)?.[1] ?? [];
}
