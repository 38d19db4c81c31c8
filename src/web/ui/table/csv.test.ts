import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';
import type { Column } from './data-table.tsx';

interface Row {
  readonly name: string;
  readonly result: string | null;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Bot', cell: () => null, exact: (row) => row.name },
  { id: 'bar', title: 'Ladder', cell: () => null },
  { id: 'result', title: 'Result, USDT', cell: () => null, exact: (row) => row.result },
];

describe('a table as a file', () => {
  it('holds numbers to their last digit and nothing where there is no value; a picture has no column', () => {
    const rows = [
      { name: 'Alpha', result: '-12345.67890123' },
      { name: 'Beta', result: null },
    ];
    expect(csvText(columns, rows)).toBe('Bot,"Result, USDT"\r\nAlpha,-12345.67890123\r\nBeta,\r\n');
  });

  it('quotes what would break a line and disarms what a spreadsheet would run', () => {
    const rows = [
      { name: 'a "b", c', result: '1' },
      { name: '=HYPERLINK(1)', result: '0' },
      { name: '-x', result: '0' },
    ];
    expect(csvText(columns, rows)).toBe('Bot,"Result, USDT"\r\n"a ""b"", c",1\r\n\'=HYPERLINK(1),0\r\n\'-x,0\r\n');
  });
});
