import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adapterDirections,
  areaDirections,
  type Direction,
  directionsText,
  engineDirections,
  simulatorDirections,
  webDirections,
} from './directions.ts';

const BIOME = path.resolve('node_modules/@biomejs/biome/bin/biome');
const AREAS = globSync('src/*/tsconfig.json').map((file) => file.split(path.sep)[1] ?? '');
const inner = [...engineDirections, ...webDirections];
const all = [...areaDirections, ...adapterDirections, ...simulatorDirections, ...inner];

/** Imports by the file they are planted in, below a copy of the configuration. */
const forbidden = new Map<string, string>();
const permitted = new Map<string, string>();
let refused = new Set<string>();
let root = '';

function plant(into: Map<string, string>, folder: string, specifier: string): void {
  const file = `${folder}/planted-${into.size}-${into === forbidden ? 'forbidden' : 'permitted'}.ts`;
  into.set(file, specifier);
  mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, file), `import { thing } from '${specifier}';\nexport const used = thing;\n`);
}

function plantAreas({ folder }: Direction, mayImport: readonly string[]): void {
  const own = folder.split('/')[1] ?? '';
  for (const area of AREAS.filter((name) => name !== own)) {
    if (mayImport.includes(area)) plant(permitted, folder, `#${area}/thing.ts`);
    else plant(forbidden, folder, `#${area}/thing.ts`);
  }
}

function plantNeighbours(direction: Direction, peers: readonly Direction[]): void {
  const area = direction.folder.split('/')[1] ?? '';
  for (const peer of peers.filter((other) => other.folder !== direction.folder)) {
    const name = peer.folder.split('/')[2] ?? '';
    plant(direction.mayImport.includes(name) ? permitted : forbidden, direction.folder, `#${area}/${name}/thing.ts`);
  }
}

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'botyard-directions-'));
  for (const file of ['biome.json', 'biome.directions.json', '.gitignore']) {
    cpSync(file, path.join(root, file));
  }
  for (const direction of areaDirections) plantAreas(direction, direction.mayImport);
  for (const direction of adapterDirections) plantAreas(direction, ['base', 'engine', 'ports']);
  for (const direction of engineDirections) {
    plantAreas(direction, ['base']);
    plantNeighbours(direction, engineDirections);
  }
  for (const direction of webDirections) {
    plantAreas(direction, ['base', 'engine', 'contract']);
    plantNeighbours(direction, webDirections);
  }
  for (const direction of simulatorDirections) {
    plantAreas(direction, ['base', 'engine']);
    plant(forbidden, direction.folder, 'node:fs');
  }
  plant(forbidden, 'src/adapters/documents-firestore', '#adapters/database-embedded/thing.ts');
  plant(forbidden, 'src/web/features/bots', '#web/features/ladder/thing.ts');
  for (const { folder } of inner) plant(forbidden, folder, 'zod');
  for (const { folder } of inner) plant(forbidden, folder, 'node:fs');
  plant(forbidden, 'src/web/ui', 'lightweight-charts');
  plant(permitted, 'src/web/charts', 'lightweight-charts');
  const flags = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const report = spawnSync(process.execPath, [BIOME, ...flags], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  refused = new Set(
    JSON.parse(report.stdout)
      .diagnostics.filter((found: { category: string }) => found.category === 'lint/style/noRestrictedImports')
      .map((found: { location: { path: string } }) => found.location.path),
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the directions between folders', () => {
  it('make Biome refuse a planted import for every forbidden pair of the table', () => {
    const missed = [...forbidden].filter(([file]) => !refused.has(file));
    expect(forbidden.size).toBeGreaterThan(200);
    expect(missed).toEqual([]);
  });

  it('let Biome accept every permitted import', () => {
    expect(permitted.size).toBeGreaterThan(50);
    expect([...permitted].filter(([file]) => refused.has(file))).toEqual([]);
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

  it('are the same in the configuration and in the table', () => {
    expect(readFileSync('biome.directions.json', 'utf8')).toBe(directionsText());
  });
});
