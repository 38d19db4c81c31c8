import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '../../../../tests/support/draw.tsx';
import type { Column } from './column.ts';
import * as csv from './csv.ts';
import { DataTable } from './data-table.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly result: number | null;
}

const rows: readonly Row[] = [
  { id: 'a', name: 'Alpha', result: 2 },
  { id: 'b', name: 'Beta', result: null },
  { id: 'c', name: 'Gamma', result: 10 },
];

const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Name', cell: (row) => row.name },
  { id: 'result', title: 'Result, USDT', align: 'right', sort: (row) => row.result, cell: (row) => row.result ?? '–' },
];

function names(): (string | null | undefined)[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
}

function drawTable(more: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) {
  return draw(
    <DataTable label="Rows" csvName={null} rows={rows} columns={columns} rowId={(row) => row.id} {...more} />,
  );
}

describe('the data table', () => {
  it('a header button sorts and sets aria-sort; rows without a value come last', async () => {
    drawTable();
    const header = screen.getByRole('columnheader', { name: 'Result, USDT' });
    expect(header.getAttribute('aria-sort')).toBe('none');
    await userEvent.click(within(header).getByRole('button'));
    expect(header.getAttribute('aria-sort')).toBe('descending');
    expect(names()).toEqual(['Gamma', 'Alpha', 'Beta']);
    await userEvent.click(within(header).getByRole('button'));
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    expect(names()).toEqual(['Alpha', 'Gamma', 'Beta']);
  });

  it('a column that cannot be sorted has no button and no aria-sort', () => {
    drawTable();
    const header = screen.getByRole('columnheader', { name: 'Name' });
    expect(within(header).queryByRole('button')).toBeNull();
    expect(header.hasAttribute('aria-sort')).toBe(false);
  });

  it('the explanation of a column describes its title, and is no part of the name of the column', () => {
    const explained = columns.map((column) => ({ ...column, hint: `All about ${column.id}` }));
    drawTable({ columns: explained });
    const header = screen.getByRole('columnheader', { name: 'Result, USDT' });
    const described = within(header).getByRole('button').getAttribute('aria-describedby');
    expect(document.getElementById(described ?? '')?.textContent).toBe('All about result');
    expect(screen.getByText('Name').getAttribute('aria-describedby')).not.toBeNull();
  });

  it('j and k walk the rows and Enter opens one', async () => {
    const onOpen = vi.fn();
    drawTable({ onOpen });
    screen.getAllByRole('row')[1]?.focus();
    await userEvent.keyboard('jjk{Enter}');
    expect(onOpen.mock.calls).toEqual([[rows[1]]]);
  });

  it('while a drawer is open, walking by keys opens the next row in it', async () => {
    const onOpen = vi.fn();
    function WithDrawer() {
      const [selectedId, setOpen] = useState('a');
      const open = (row: Row) => {
        onOpen(row.name);
        setOpen(row.id);
      };
      return (
        <DataTable
          csvName={null}
          label="Rows"
          rows={rows}
          columns={columns}
          rowId={(row) => row.id}
          selectedId={selectedId}
          onOpen={open}
        />
      );
    }
    draw(<WithDrawer />);
    screen.getAllByRole('row')[1]?.focus();
    await userEvent.keyboard('j{ArrowDown}k');
    expect(onOpen.mock.calls).toEqual([['Beta'], ['Gamma'], ['Beta']]);
  });

  it('an order kept by the page is drawn, and a header button tells the page the next one', async () => {
    const onSort = vi.fn();
    drawTable({ sort: { id: 'result', desc: true }, onSort });
    expect(names()).toEqual(['Gamma', 'Alpha', 'Beta']);
    await userEvent.click(screen.getByRole('button', { name: 'Result, USDT' }));
    expect(onSort).toHaveBeenCalledWith({ id: 'result', desc: false });
    expect(names()).toEqual(['Gamma', 'Alpha', 'Beta']);
  });

  it('rows are selected by check box and x, all of them by the box above, without opening them', async () => {
    const onChange = vi.fn();
    const onOpen = vi.fn();
    const nameOf = (row: Row) => (row.id === 'c' ? null : row.name);
    drawTable({ onOpen, selection: { ids: new Set(['b']), onChange, nameOf } });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Alpha' }));
    screen.getAllByRole('row')[2]?.focus();
    await userEvent.keyboard('x');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    expect(onChange.mock.calls.map(([ids]) => [...ids])).toEqual([['b', 'a'], [], ['a', 'b']]);
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('a click on a button inside a row does not open the row', async () => {
    const onOpen = vi.fn();
    const acts: Column<Row> = {
      id: 'acts',
      title: 'Actions',
      cell: (row) => <button type="button">Edit {row.name}</button>,
    };
    drawTable({ onOpen, columns: [...columns, acts] });
    await userEvent.click(screen.getByRole('button', { name: 'Edit Beta' }));
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('Beta'));
    expect(onOpen).toHaveBeenCalledWith(rows[1]);
  });

  it.each([
    ['Ctrl', (row: Element) => fireEvent.click(row, { ctrlKey: true })],
    ['Cmd', (row: Element) => fireEvent.click(row, { metaKey: true })],
    ['the middle button', (row: Element) => fireEvent(row, new MouseEvent('auxclick', { bubbles: true, button: 1 }))],
  ])('a click on a row with %s opens its link in a new tab and not in this one', (_how, click) => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const onOpen = vi.fn();
    const link: Column<Row> = { id: 'name', title: 'Name', cell: (row) => <a href={`/rows/${row.id}`}>{row.name}</a> };
    drawTable({ onOpen, columns: [link, ...columns.slice(1)], linkColumn: 'name' });
    click(screen.getByText('10'));
    expect(opened.mock.calls).toEqual([[`${location.origin}/rows/c`, '_blank', 'noopener']]);
    expect(onOpen).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  it('keys walk the rows also after a click on the link of a row', async () => {
    const link: Column<Row> = { id: 'name', title: 'Name', cell: (row) => <a href={`#${row.id}`}>{row.name}</a> };
    drawTable({ onOpen: vi.fn(), columns: [link], linkColumn: 'name' });
    await userEvent.click(screen.getByRole('link', { name: 'Alpha' }));
    await userEvent.keyboard('j');
    expect(document.activeElement?.getAttribute('data-row')).toBe('b');
  });

  it('opening a row of 5,000 and typing beside them draws only the rows in view again', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640); // Twenty rows; jsdom has no layout.
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      id: `r${index}`,
      name: `Row ${index}`,
      result: index,
    }));
    const cell = vi.fn((row: Row) => row.name);
    const drawn: readonly Column<Row>[] = [{ id: 'name', title: 'Name', cell, sort: (row) => row.name }];
    function Page() {
      const [openId, setOpenId] = useState<string | null>(null);
      const [typed, setTyped] = useState('');
      return (
        <>
          <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
          <DataTable
            csvName={null}
            label="Rows"
            rows={many}
            columns={drawn}
            rowId={(row) => row.id}
            selectedId={openId}
            onOpen={(row) => setOpenId(row.id)}
          />
        </>
      );
    }
    draw(<Page />);
    const drawnRows = () => document.querySelectorAll('tr[data-row]').length;
    await waitFor(() => expect(drawnRows()).toBeLessThan(50)); // The first rows stand until the code of long lists is loaded.
    await userEvent.click(screen.getByText('Row 3'));
    const next = screen.getByText('Row 5');
    cell.mockClear();
    await userEvent.click(next);
    expect(document.querySelector('tr[aria-selected="true"]')?.getAttribute('data-row')).toBe('r5');
    const [inView, opening] = [drawnRows(), cell.mock.calls.length];
    expect(inView).toBeLessThan(50);
    expect(opening).toBeLessThanOrEqual(inView);
    cell.mockClear();
    await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'abc');
    expect(cell.mock.calls.length).toBeLessThanOrEqual(3 * inView);
    vi.restoreAllMocks();
  });

  it('a hidden column stays hidden', async () => {
    localStorage.clear();
    const first = drawTable({ storageKey: 'test' });
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Result, USDT' }));
    expect(screen.queryByRole('columnheader', { name: 'Result, USDT' })).toBeNull();
    first.unmount();
    drawTable({ storageKey: 'test' });
    expect(screen.queryByRole('columnheader', { name: 'Result, USDT' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy();
  });

  it('on phones rows become cards in the order of the table, opened by their title', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { media: query, matches: true }) as MediaQueryList,
    );
    const onOpen = vi.fn();
    drawTable({
      onOpen,
      initialSort: { id: 'result', isDescending: true },
      card: (row) => ({ title: row.name, state: 'open' }),
    });
    expect(screen.queryByRole('table')).toBeNull();
    const cards = screen.getAllByRole('listitem').map((card) => within(card).getByRole('button').textContent);
    expect(cards).toEqual(['Gamma', 'Alpha', 'Beta']);
    await userEvent.click(screen.getByRole('button', { name: 'Alpha' }));
    expect(onOpen).toHaveBeenCalledWith(rows[0]);
    expect(screen.queryByRole('button', { name: 'Download these rows as CSV' })).toBeNull();
    vi.restoreAllMocks();
  });

  it('on phones the file of the cards has the columns of the table, in the same order', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { media: query, matches: true }) as MediaQueryList,
    );
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    drawTable({
      csvName: 'bots',
      columns: columns.map((column) => ({ ...column, exact: (row) => (column.id === 'name' ? row.name : row.result) })),
      initialSort: { id: 'result', isDescending: true },
      card: (row) => ({ title: row.name, state: 'open' }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Download these rows as CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toBe('bots.csv');
    const lines = saved.mock.calls[0]?.[1].trim().split('\r\n');
    expect(lines?.slice(1)).toEqual(['Gamma,10', 'Alpha,2', 'Beta,']);
    vi.restoreAllMocks();
  });
});
