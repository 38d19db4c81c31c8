import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { csvText } from './csv.ts';

interface Row {
  readonly name: string;
  readonly result: string | null;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Bot', cell: () => null, exact: (row) => row.name },
  { id: 'bar', title: 'Ladder', cell: () => null },
  { id: 'result', title: 'Result, USDT', cell: () => null, exact: (row) => row.result },
];

describe('a table as CSV', () => {
  it('CSV keeps every digit, leaves missing values empty and skips columns of pictures', () => {
    const rows = [
      { name: 'Alpha', result: '-12345.67890123' },
      { name: 'Beta', result: null },
    ];
    expect(csvText(columns, rows)).toBe('Bot,"Result, USDT"\r\nAlpha,-12345.67890123\r\nBeta,\r\n');
  });

  it('CSV quotes separators and disarms formulas', () => {
    const rows = [
      { name: 'a "b", c', result: '1' },
      { name: '=HYPERLINK(1)', result: '0' },
      { name: '-x', result: '0' },
    ];
    expect(csvText(columns, rows)).toBe('Bot,"Result, USDT"\r\n"a ""b"", c",1\r\n\'=HYPERLINK(1),0\r\n\'-x,0\r\n');
  });
});
