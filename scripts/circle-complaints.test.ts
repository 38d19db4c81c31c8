import { describe, expect, it } from 'vitest';
import { circleComplaints } from './circle-complaints.ts';
import { factsOf } from './source-facts.ts';

const complaints = (files: Readonly<Record<string, string>>) =>
  circleComplaints(Object.entries(files).map(([file, text]) => factsOf(file, text)));

describe('the check for import circles', () => {
  it('reports a circle that only an import of a type closes', () => {
    const found = complaints({
      'src/web/ui/table.tsx': "import { csv } from './csv.ts';\nexport const table = csv;\n",
      'src/web/ui/csv.ts': "import type { table } from './table.tsx';\nexport const csv = 1 as typeof table;\n",
    });
    expect(found).toEqual([
      'src/web/ui/table.tsx: a circle of imports: src/web/ui/table.tsx → src/web/ui/csv.ts → src/web/ui/table.tsx',
    ]);
  });

  it('reports a circle of three files, but not the file outside of it that leads there', () => {
    const found = complaints({
      'src/server/app.ts': "import '#server/a.ts';\n",
      'src/server/a.ts': "import './b.ts';\n",
      'src/server/b.ts': "export { c } from './c.ts';\n",
      'src/server/c.ts': "export const c = import('./a.ts');\n",
    });
    expect(found).toEqual([
      'src/server/a.ts: a circle of imports: src/server/a.ts → src/server/b.ts → src/server/c.ts → src/server/a.ts',
    ]);
  });

  it('allows two files to import the same third file', () => {
    const shared = "import type { value } from './value.ts';\nexport type Shared = typeof value;\n";
    expect(
      complaints({ 'src/web/a.ts': shared, 'src/web/b.ts': shared, 'src/web/value.ts': 'export const value = 1;\n' }),
    ).toEqual([]);
  });

  it('reports a circle of what only tests use', () => {
    const found = complaints({
      'tests/support/a.ts': "import './b.ts';\n",
      'tests/support/b.ts': "import './a.ts';\n",
    });
    expect(found).toEqual([
      'tests/support/a.ts: a circle of imports: tests/support/a.ts → tests/support/b.ts → tests/support/a.ts',
    ]);
  });
});
