import { expect, it } from 'vitest';
import { engineDirections, simulatorDirections, webDirections } from './directions.ts';
import { packageComplaints } from './package-complaints.ts';
import { factsOf } from './source-facts.ts';

const imported = (file: string, text: string) => packageComplaints(factsOf(file, text));
const ofNode = "import { readFileSync } from 'node:fs';\n";
const ofZod = "import { z } from 'zod';\n";
const folders = (rows: typeof webDirections) => rows.map(({ folder }) => folder);

it.each(['src/base', 'src/contract', ...[engineDirections, simulatorDirections, webDirections].flatMap(folders)])(
  'a file of %s may not import a module of Node, in whatever form',
  (folder) => {
    for (const text of [ofNode, "const fs = import('node:fs');\n", "export { readFileSync } from 'node:fs';\n"]) {
      expect(imported(`${folder}/planted.ts`, text)).toHaveLength(1);
    }
    expect(imported(`${folder}/planted.test.ts`, ofNode)).toEqual([]);
  },
);

it.each(['src/base', 'src/contract', ...[engineDirections, webDirections].flatMap(folders)])(
  'a file of %s takes the small zod',
  (folder) => {
    expect(imported(`${folder}/planted.ts`, ofZod)).toHaveLength(1);
    expect(imported(`${folder}/planted.ts`, "import * as z from 'zod/mini';\n")).toEqual([]);
  },
);

it('only the charts draw with the library of charts', () => {
  const text = "import { createChart } from 'lightweight-charts';\n";
  expect(imported('src/web/ui/planted.ts', text)).toHaveLength(1);
  expect(imported('src/web/charts/planted.ts', text)).toEqual([]);
});

it('pages have our own buttons and fields, and other parts of the library', () => {
  expect(imported('src/web/ui/planted.tsx', "import { Button, Menu } from '@mantine/core';\n")).toHaveLength(1);
  expect(imported('src/web/ui/planted.tsx', "import { Menu } from '@mantine/core';\n")).toEqual([]);
});

it('what is not bound to be pure imports what it needs', () => {
  expect(imported('src/server/planted.ts', ofNode + ofZod)).toEqual([]);
});
