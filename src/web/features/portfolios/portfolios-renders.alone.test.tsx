import { act, screen } from '@testing-library/react';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveMessage } from '#contract/live.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { hearLive } from '../../../../tests/support/hear-live.ts';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { PortfoliosPage } from './portfolios-page.tsx';

/** What was rendered of what a tick does not concern. */
const renders: string[] = [];

vi.mock('#web/ui/page/page.tsx', async (importOriginal) => {
  const { Page, ...rest } = await importOriginal<typeof import('#web/ui/page/page.tsx')>();
  const Counted: typeof Page = (props) => {
    renders.push('page');
    return Page(props);
  };
  return { ...rest, Page: Counted };
});
vi.mock('#web/ui/form/chips.tsx', async (importOriginal) => {
  const { Chips, ...rest } = await importOriginal<typeof import('#web/ui/form/chips.tsx')>();
  const Counted: typeof Chips = (props) => {
    renders.push('chips');
    return Chips(props);
  };
  return { ...rest, Chips: Counted };
});
vi.mock('#web/ui/table/data-table-row.tsx', async (importOriginal) => {
  const { DataTableRow, ...rest } = await importOriginal<typeof import('#web/ui/table/data-table-row.tsx')>();
  const Counted: typeof DataTableRow = (props) => {
    renders.push(`row ${props.id}`);
    return DataTableRow(props);
  };
  return { ...rest, DataTableRow: Counted };
});
vi.mock('#web/ui/figures/kpi.tsx', async (importOriginal) => {
  const { Kpi, ...rest } = await importOriginal<typeof import('#web/ui/figures/kpi.tsx')>();
  const Counted: typeof Kpi = (props) => {
    renders.push(props.label);
    return Kpi(props);
  };
  return { ...rest, Kpi: Counted };
});

const portfolioOf = (portfolioId: string, name: string): Portfolio => ({
  ...{ ...EMPTY_PORTFOLIO, portfolioId, name, botsTotal: 1, botsRunning: 1, openCycles: 1 },
  spark: ['10000.00000000', '10000.00000000'],
});
const PORTFOLIOS = [portfolioOf('p1', 'Majors'), portfolioOf('p2', 'Others')];
const returnOf = ({ portfolioId, createdAt }: Portfolio) => ({
  ...{ portfolioId, since: createdAt, capital: '10000.00000000', symbols: [] },
  ...{ equity: [], base: ['10000.00000000'], holding: [] },
  holdingUnknown: null,
});
const RETURNS = {
  deleted: [],
  ...{ dateFrom: '2025-05-20T00:00:00.000Z', dateTo: '2025-05-26T00:00:00.000Z', times: [] },
  items: PORTFOLIOS.map(returnOf),
};

function answerTo(path: string): object {
  if (path.includes('get-portfolio-list')) return { items: PORTFOLIOS, deleted: [] };
  if (path.includes('get-portfolio-returns')) return RETURNS;
  if (path.includes('get-demo')) return { state: 'loaded' };
  return { items: [] };
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => Response.json(objectToSnake(answerTo(path))));
});
afterEach(() => {
  liveStore.clear();
  vi.unstubAllGlobals();
});

const hear = (...frame: LiveMessage[]) => act(() => hearLive(...frame));
const fundsOf = ({ portfolioId }: Portfolio) => ({
  ...{ portfolioId, wallet: '10000.00000000', unrealized: '0.00000000' },
  ...{ initialMargin: '20.00000000', committed: '50.00000000' },
});

it('a tick draws the moving figures of the home page again, and neither page, chips nor rows', async () => {
  drawPage(<PortfoliosPage />);
  await screen.findByRole('link', { name: 'Others' });
  await screen.findByRole('table', { name: 'Return beside holding' });
  await screen.findByText('No cycle is open.');
  hear({ type: 'snapshot', topic: 'funds', seq: 1, funds: PORTFOLIOS.map(fundsOf) });
  renders.length = 0;
  const funds = [{ portfolioId: 'p2', unrealized: '-7.25000000' }];
  hear({ type: 'patch', topic: 'funds', seq: 2, gone: [], funds });
  const row = (name: string) => screen.getByRole('link', { name }).closest('tr')?.textContent ?? '';
  expect(row('Others')).toContain('9,992.75');
  expect(row('Majors')).toContain('10,000.00');
  expect(screen.getAllByText('19,992.75').length).toBeGreaterThan(1); // The head, and the sums below the rows.
  expect(renders).toEqual(['Deepest drawdown now', 'Margin used']);
});
