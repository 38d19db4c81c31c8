import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../tests/support/draw.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { OrderList } from './order-list.tsx';
import { RowCards } from './row-cards.tsx';
import { useSearchSort } from './search-sort.ts';
import { TableToolbar } from './table-toolbar.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly result: string;
}

const ROWS: readonly Row[] = [
  { id: 'a', name: 'Alpha', result: '1.23456789' },
  { id: 'b', name: 'Beta', result: '-2' },
];
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', title: 'Bot', isHideable: false, cell: ({ name }) => name, exact: ({ name }) => name },
  { id: 'spark', title: 'Closed, 30 d', yieldsTo: 'narrow', cell: () => '~' },
  { id: 'stop', title: 'Stop, %', yieldsTo: 'drawer', cell: () => '5' },
  { id: 'result', title: 'Result, USDT', cell: ({ result }) => result, exact: ({ result }) => result },
];

const table = (more: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) => (
  <DataTable label="Bots" csvName={null} rows={ROWS} columns={COLUMNS} rowId={({ id }) => id} {...more} />
);
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the columns of a table', () => {
  const openChooser = async () => {
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    return { user, menu: await screen.findByRole('menu') };
  };

  it('are hidden and shown again, several in one go, and the choice is remembered on this device', async () => {
    const drawn = draw(table({ storageKey: 'bots' }));
    const { user, menu } = await openChooser();
    await user.click(within(menu).getByRole('menuitemcheckbox', { name: 'Stop, %' }));
    await user.click(within(menu).getByRole('menuitemcheckbox', { name: 'Closed, 30 d' }));
    expect(heads()).toEqual(['Bot', 'Result, USDT']);
    await user.click(within(menu).getByRole('menuitemcheckbox', { name: 'Stop, %', checked: false }));
    expect(heads()).toEqual(['Bot', 'Stop, %', 'Result, USDT']);
    drawn.unmount();
    draw(table({ storageKey: 'bots' }));
    expect(heads()).toEqual(['Bot', 'Stop, %', 'Result, USDT']);
  });

  it('that a row cannot do without are not offered', async () => {
    draw(table({ storageKey: 'bots' }));
    const { menu } = await openChooser();
    const offered = within(menu).getAllByRole('menuitemcheckbox');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Closed, 30 d', 'Stop, %', 'Result, USDT']);
  });

  it('say in head, row and total what they yield their room to, so that no cell is left without its column', () => {
    draw(table({ totals: { name: '2 bots', stop: 'x' } }));
    for (const row of screen.getAllByRole('row')) {
      const yielding = [...row.children].map((cell) => cell.getAttribute('data-yields'));
      expect(yielding).toEqual([null, 'narrow', 'drawer', null]);
    }
  });

  it('yield only while a drawer stands beside the table', () => {
    const { rerender } = draw(table());
    expect(screen.getByRole('table').hasAttribute('data-crowded')).toBe(false);
    rerender(table({ selectedId: 'a' }));
    expect(screen.getByRole('table').hasAttribute('data-crowded')).toBe(true);
  });
});

describe('the file of a table', () => {
  const saved = () => {
    const texts: Promise<string>[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      texts.push((blob as Blob).text());
      return 'blob:file';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return { names, texts };
  };
  URL.createObjectURL ??= () => '';
  URL.revokeObjectURL ??= () => {};

  it('holds the rows as they are sorted, with every digit, and no column of pictures', async () => {
    const { names, texts } = saved();
    draw(table({ csvName: 'bots', sort: { id: 'none', desc: false } }));
    await userEvent.click(screen.getByRole('button', { name: 'Download these rows as CSV' }));
    expect(names).toEqual(['bots.csv']);
    expect(await texts[0]).toBe('Bot,"Result, USDT"\r\nAlpha,1.23456789\r\nBeta,-2\r\n');
  });

  it('of a list in pages holds all rows, and a second click waits for them', async () => {
    const { names } = saved();
    let give = (_rows: readonly Row[]) => {};
    const allRows = vi.fn(() => new Promise<readonly Row[]>((resolve) => (give = resolve)));
    draw(table({ csvName: 'bots', paging: { total: 2, onEnd: () => {}, allRows } }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download these rows as CSV' });
    await userEvent.click(button);
    await userEvent.click(button);
    expect([allRows.mock.calls.length, button.disabled, names]).toEqual([1, true, []]);
    await act(async () => give(ROWS));
    expect([button.disabled, names]).toEqual([false, ['bots.csv']]);
  });

  it('that cannot be made leaves the button for another try', async () => {
    const { names } = saved();
    const allRows = () => Promise.reject(new TypeError('Failed to fetch'));
    draw(table({ csvName: 'bots', paging: { total: 2, onEnd: () => {}, allRows } }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download these rows as CSV' });
    await userEvent.click(button);
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(names).toEqual([]);
  });
});

describe('rows as cards on a phone', () => {
  const many = Array.from({ length: 130 }, (_, index) => ({ id: String(index), original: `Bot ${index}` }));
  const cards = (change: Partial<Parameters<typeof RowCards<string>>[0]> = {}) => (
    <RowCards
      label="Bots"
      rows={many}
      card={(name: string) => ({ title: name, figure: '+1.00', state: 'Running' })}
      selectedId={null}
      onOpen={undefined}
      paging={undefined}
      isStale={false}
      {...change}
    />
  );

  it('come in parts of sixty, and the button says how many are left', async () => {
    draw(cards());
    expect(screen.getAllByRole('listitem')).toHaveLength(60);
    await userEvent.click(screen.getByRole('button', { name: 'Show 60 more of 70' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(120);
    await userEvent.click(screen.getByRole('button', { name: 'Show 10 more of 10' }));
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  it('of a list in pages ask for the next page once those that are here are shown', async () => {
    const onEnd = vi.fn();
    const paging = { total: 500, onEnd, allRows: async () => [] };
    draw(cards({ rows: many.slice(0, 100), paging }));
    await userEvent.click(screen.getByRole('button', { name: 'Show 60 more of 440' }));
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Show 60 more of 400' })).toBeTruthy();
  });

  it('a press opens its row; the one whose drawer is open is marked', async () => {
    const onOpen = vi.fn();
    draw(cards({ onOpen, selectedId: '1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Bot 2' }));
    expect(onOpen).toHaveBeenCalledWith('Bot 2');
    expect(document.querySelector('[aria-current="true"]')?.getAttribute('data-row')).toBe('1');
  });

  it('that belong to the choice before are marked as busy, and axe finds nothing grave', async () => {
    draw(cards({ rows: many.slice(0, 3), isStale: true, onOpen: () => {} }));
    expect(screen.getByRole('list', { name: 'Bots' }).getAttribute('aria-busy')).toBe('true');
    expect(await domFindings()).toEqual([]);
  });
});

describe('choosing rows', () => {
  it('the box above is neither on nor off while some are chosen', () => {
    const selection = { ids: new Set(['a']), onChange: () => {}, nameOf: ({ name }: Row) => name };
    draw(table({ selection }));
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' });
    expect([box.indeterminate, box.checked]).toEqual([true, false]);
  });

  it('nothing is chosen where no row may be', () => {
    const onChange = vi.fn();
    draw(table({ selection: { ids: new Set(), onChange, nameOf: () => null } }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    expect([...(onChange.mock.lastCall?.[0] ?? ['none'])]).toEqual([]);
  });
});

describe('the order of a table in the address', () => {
  function Sorted() {
    const [sort, setSort] = useSearchSort();
    return (
      <>
        <p>{sort === null ? 'unsorted' : `${sort.id} ${sort.desc ? 'down' : 'up'}`}</p>
        <button type="button" onClick={() => setSort({ id: 'day', desc: true })}>
          Today
        </button>
      </>
    );
  }

  it.each([
    ['', 'unsorted'],
    ['?sort=-', 'unsorted'],
    ['?sort=day', 'day up'],
    ['?sort=-day', 'day down'],
  ])('"%s" reads as %s', async (search, shown) => {
    await openPage(<Sorted />, { at: `/${search}` });
    expect(screen.getByText(shown)).toBeTruthy();
  });

  it('is written there, beside what else the address says', async () => {
    const { user, search } = await openPage(<Sorted />, { at: '/?q=eth' });
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(search()).toEqual({ q: 'eth', sort: '-day' });
  });
});

it('the line above a table has its filters, its choice and its search, in this order for the keyboard', async () => {
  const user = userEvent.setup();
  draw(
    <TableToolbar
      choice={<button type="button">All portfolios</button>}
      search={{ label: 'Name', value: '', onChange: () => {} }}
    >
      <button type="button">All</button>
    </TableToolbar>,
  );
  const reached: (string | null | undefined)[] = [];
  for (let step = 0; step < 3; step += 1) {
    await user.tab();
    reached.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  }
  expect(reached).toEqual(['All', 'All portfolios', 'Name']);
});

it('orders of a preview carry the sign of what happens to them', () => {
  draw(<OrderList title="Cancels 2 orders" sign="−" orders={['Step 3 at 1,760.00', 'Step 4 at 1,680.00']} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '− Step 3 at 1,760.00',
    '− Step 4 at 1,680.00',
  ]);
});
