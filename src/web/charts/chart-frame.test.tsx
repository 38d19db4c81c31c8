import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { domFindings } from '../../../tests/support/dom-findings.ts';
import { draw } from '../../../tests/support/draw.tsx';
import * as csv from '../ui/table/csv.ts';
import { ChartFrame } from './chart-frame.tsx';

const table = vi.fn(() => ({
  head: ['Time', 'Equity'],
  rows: [
    ['26 May 05:30', '10,000.00'],
    ['26 May 06:30', '10,012.34'],
  ],
  file: {
    name: 'equity',
    rows: [
      ['2025-05-26T05:30:00.000Z', '10000.00000000'],
      ['2025-05-26T06:30:00.000Z', '10012.34567891'],
    ],
  },
}));

function open() {
  table.mockClear();
  draw(
    <ChartFrame label="Equity" showTable="Show as table" showChart="Show as chart" height={200} table={table}>
      <p>The picture</p>
    </ChartFrame>,
  );
  return userEvent.setup();
}

describe('the frame of a chart', () => {
  it('names the picture, and computes its table only when it is asked for', async () => {
    open();
    expect(screen.getByRole('figure', { name: 'Equity' })).toBeTruthy();
    expect(screen.getByText('The picture')).toBeTruthy();
    expect(table).not.toHaveBeenCalled();
    expect(await domFindings()).toEqual([]);
  });

  it('shows the same figures as a table for keyboard and screen reader, and goes back', async () => {
    const user = open();
    await user.tab();
    await user.keyboard('{Enter}');
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'TimeEquity',
      '26 May 05:3010,000.00',
      '26 May 06:3010,012.34',
    ]);
    expect(screen.queryByText('The picture')).toBeNull();
    expect(await domFindings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show as chart', pressed: true }));
    expect(screen.getByText('The picture')).toBeTruthy();
  });

  it('offers the exact figures of the table as a file', async () => {
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    const user = open();
    expect(screen.queryByRole('button', { name: 'Download these rows as CSV' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    await user.click(await screen.findByRole('button', { name: 'Download these rows as CSV' }));
    expect(saved.mock.calls).toEqual([
      [
        'equity.csv',
        'Time,Equity\r\n2025-05-26T05:30:00.000Z,10000.00000000\r\n2025-05-26T06:30:00.000Z,10012.34567891\r\n',
      ],
    ]);
    saved.mockRestore();
  });

  it('the table that scrolls can be reached by the keyboard', async () => {
    const user = open();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    expect((await screen.findByRole('region', { name: 'Equity' })).tabIndex).toBe(0);
  });
});
