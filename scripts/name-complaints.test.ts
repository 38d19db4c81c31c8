import { describe, expect, it } from 'vitest';
import { type NamedExports, nameComplaints } from './name-complaints.ts';

function source(file: string, ...names: readonly string[]): NamedExports {
  return { file, isTest: file.includes('.test.'), exports: names.map((name) => ({ name, hasDocstring: true })) };
}

describe('the check of exported names', () => {
  it('refuses an exported name that two areas define, naming both places', () => {
    const complaints = nameComplaints([
      source('src/storage/orders.ts', 'OrderRow'),
      source('src/keys/a.ts', 'OrderRow'),
    ]);
    expect(complaints).toEqual([
      'src/storage/orders.ts and src/keys/a.ts both export OrderRow; give each thing a name of its own',
    ]);
  });

  it('accepts a name that one area uses in several folders', () => {
    expect(nameComplaints([source('src/web/ui/a.tsx', 'Page'), source('src/web/app/b.tsx', 'Page')])).toEqual([]);
  });

  it('ignores tests, scripts and benches', () => {
    const files = ['src/base/a.ts', 'src/keys/a.test.ts', 'scripts/a.ts', 'bench/a.ts'];
    expect(nameComplaints(files.map((file) => source(file, 'start')))).toEqual([]);
  });
});
