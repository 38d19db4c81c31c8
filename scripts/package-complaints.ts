import { engineDirections, simulatorDirections, webDirections } from './directions.ts';
import type { ImportedPackage, SourceFacts } from './source-facts.ts';

const foldersOf = (rows: readonly { readonly folder: string }[]): string[] => rows.map(({ folder }) => folder);
const SHARED = ['src/base', 'src/contract'];
const ENGINE = foldersOf(engineDirections);
const SIMULATOR = foldersOf(simulatorDirections);
const WEB = foldersOf(webDirections);

/** What pages show at once; the library's are several times as heavy to load and to draw (decision 135). */
const OWN_CONTROLS = [
  ...['ActionIcon', 'Button', 'Kbd', 'NumberInput', 'SegmentedControl', 'Select', 'Skeleton', 'Switch'],
  ...['Textarea', 'TextInput'],
];

interface Refusal {
  readonly folders: readonly string[];
  readonly isMeant: (imported: ImportedPackage) => boolean;
  readonly reason: string;
}

const isOfNode = ({ specifier }: ImportedPackage): boolean => specifier.startsWith('node:');

const REFUSALS: readonly Refusal[] = [
  { folders: [...SHARED, ...WEB], isMeant: isOfNode, reason: 'this folder also runs in the browser' },
  { folders: ENGINE, isMeant: isOfNode, reason: 'the engine is pure: no clock, no chance, no input or output' },
  {
    folders: SIMULATOR,
    isMeant: isOfNode,
    reason: 'prices, market and matching follow from their inputs: no clock, no chance, no input or output',
  },
  {
    folders: [...SHARED, ...ENGINE, ...WEB],
    isMeant: ({ specifier }) => specifier === 'zod',
    reason: 'use zod/mini: the full zod would travel into the browser',
  },
  {
    folders: WEB.filter((folder) => folder !== 'src/web/charts'),
    isMeant: ({ specifier }) => specifier === 'lightweight-charts',
    reason: 'only charts/ draws charts',
  },
  {
    folders: WEB,
    isMeant: ({ specifier, names }) =>
      specifier === '@mantine/core' && names.some((name) => OWN_CONTROLS.includes(name)),
    reason: 'use ours: ui/form for controls, ui/page/skeleton.tsx',
  },
];

/** Packages that a folder must not import, one line each. Tests may import what they like. */
export function packageComplaints({ file, isTest, importedPackages }: SourceFacts): string[] {
  if (isTest) return [];
  const refusals = REFUSALS.filter(({ folders }) => folders.some((folder) => file.startsWith(`${folder}/`)));
  return importedPackages.flatMap((imported) =>
    refusals
      .filter(({ isMeant }) => isMeant(imported))
      .map(({ reason }) => `${file}:${imported.line}: ${imported.specifier}: ${reason}`),
  );
}
