import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { directionComplaints } from './direction-complaints.ts';
import {
  adapterDirections,
  areaDirections,
  type Direction,
  engineDirections,
  INNER_AREAS,
  simulatorDirections,
  webDirections,
} from './directions.ts';
import { factsOf } from './source-facts.ts';

const AREAS = globSync('src/*/tsconfig.json').map((file) => file.split(path.sep)[1] ?? '');
const inner = [...engineDirections, ...webDirections];
const all = [...areaDirections, ...adapterDirections, ...simulatorDirections, ...inner];

/** An import planted in a folder. */
interface Planted {
  readonly folder: string;
  readonly specifier: string;
  readonly isPermitted: boolean;
}

function ofAreas({ folder }: Direction, mayImport: readonly string[]): Planted[] {
  const own = folder.split('/')[1] ?? '';
  return AREAS.filter((name) => name !== own).map((area) => ({
    folder,
    specifier: `#${area}/thing.ts`,
    isPermitted: mayImport.includes(area),
  }));
}

function ofNeighbours({ folder, mayImport }: Direction, peers: readonly Direction[]): Planted[] {
  const [, area = '', own] = folder.split('/');
  const names = peers.map((peer) => peer.folder.split('/')[2] ?? '').filter((name) => name !== own);
  return names.map((name) => ({
    folder,
    specifier: `#${area}/${name}/thing.ts`,
    isPermitted: mayImport.includes(name),
  }));
}

const planted: readonly Planted[] = [
  ...areaDirections.flatMap((row) => ofAreas(row, row.mayImport)),
  ...adapterDirections.flatMap((row) => [
    ...ofAreas(row, INNER_AREAS.adapters),
    ...ofNeighbours(row, adapterDirections),
  ]),
  ...engineDirections.flatMap((row) => [...ofAreas(row, INNER_AREAS.engine), ...ofNeighbours(row, engineDirections)]),
  ...simulatorDirections.flatMap((row) => ofAreas(row, INNER_AREAS.simulator)),
  ...webDirections.flatMap((row) => [...ofAreas(row, INNER_AREAS.web), ...ofNeighbours(row, webDirections)]),
];

const isRefused = ({ folder, specifier }: Planted): boolean =>
  directionComplaints(factsOf(`${folder}/planted.ts`, `import { thing } from '${specifier}';\n`)).length > 0;

describe('the directions between folders', () => {
  it('refuse every import of the table that is forbidden', () => {
    const forbidden = planted.filter(({ isPermitted }) => !isPermitted);
    expect(forbidden.length).toBeGreaterThan(200);
    expect(forbidden.filter((one) => !isRefused(one))).toEqual([]);
  });

  it('accept every import of the table that is permitted', () => {
    const permitted = planted.filter(({ isPermitted }) => isPermitted);
    expect(permitted.length).toBeGreaterThan(50);
    expect(permitted.filter(isRefused)).toEqual([]);
  });

  it('have a row for every folder', () => {
    const rows = all.map((direction) => direction.folder);
    const parents = ['src/engine', 'src/adapters', 'src/web'];
    const areas = AREAS.map((area) => `src/${area}`).filter((folder) => !parents.includes(folder));
    const nested = globSync('src/{engine,adapters,web}/*/', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'public')
      .map((entry) => path.relative('.', path.join(entry.parentPath, entry.name)));
    expect([...areas, ...nested].filter((folder) => !rows.includes(folder))).toEqual([]);
  });
});
