import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { textWith } from '#web/i18n/text.tsx';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { toldPoint, toldTestDetail } from '../../../../../tests/support/told-tests.ts';
import { Points } from './points-tab.tsx';

const english = await textWith('backtest', 'en');
const MANY = 10_000;

/** jsdom has no layout: the frame of the table is 600 pixels high. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_200);
});

const drawn = () => document.querySelectorAll('tr[data-row]').length;

it('of ten thousand points only those in view are drawn, and an order is asked of the server', async () => {
  const rows = Array.from({ length: MANY }, (_, index) => toldPoint(index % 4, index % 3, { botId: `p${index}` }));
  const onSort = vi.fn();
  const { user } = await openPage(
    <Points
      {...{
        test: toldTestDetail(),
        rows,
        shownId: null,
        isStale: false,
        total: MANY,
        onEnd: () => {},
        allRows: async () => [],
        onSort,
      }}
      sort={{ id: 'plateau', desc: true }}
    />,
    { text: english },
  );
  await waitFor(() => expect(drawn()).toBeGreaterThan(5));
  expect(drawn()).toBeLessThan(60);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe(String(MANY + 1));
  await user.click(screen.getByRole('button', { name: 'Drawdown, %' }));
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ id: 'drawdown', desc: true });
});

it('a point that could not run says why, and cannot be compared', async () => {
  const refusal = { code: 'LADDER_REFUSED', detail: 'Order 1 is below the exchange minimum.' };
  const refused = toldPoint(0, 0, { state: 'REFUSED', refusal, figures: null, rank: null, plateau: null });
  const { user } = await openPage(
    <Points
      {...{ test: toldTestDetail(), rows: [toldPoint(1, 1), toldPoint(2, 1), refused], shownId: 'p-1-1' }}
      {...{ isStale: false, total: 3, onEnd: () => {}, allRows: async () => [], onSort: () => {} }}
      sort={{ id: 'plateau', desc: true }}
    />,
    { text: english, at: '/backtest/t1?tab=points' },
  );
  await screen.findByRole('table');
  expect(document.querySelector('tr[data-row="p-0-0"]')?.textContent).toContain(
    'Order 1 is below the exchange minimum.',
  );
  for (const box of screen.getAllByRole('checkbox', { name: /\// })) await user.click(box);
  expect(screen.getByRole('button', { name: 'Compare 2' })).toBeTruthy();
});

it('a point tells whether it depends on the way inside minutes, unless that is not known of it', async () => {
  const [sensitive, steady, unknown] = [
    toldPoint(0, 0, { rank: 1, flags: ['PATH_SENSITIVE'] }),
    toldPoint(1, 0, { rank: 2 }),
    toldPoint(2, 0, { rank: 3 }),
  ];
  await openPage(
    <Points
      {...{ test: toldTestDetail({ pathsCompared: 2 }), rows: [sensitive, steady, unknown], shownId: null }}
      {...{ isStale: false, total: 3, onEnd: () => {}, allRows: async () => [], onSort: () => {} }}
      sort={{ id: 'rank', desc: false }}
    />,
    { text: english },
  );
  await screen.findByRole('columnheader', { name: /Inside minutes/ });
  const lastOf = (id: string) => document.querySelector(`tr[data-row="${id}"]`)?.lastElementChild?.textContent;
  expect(['p-0-0', 'p-1-0', 'p-2-0'].map(lastOf)).toEqual(['depends', 'steady', '–']);
});
