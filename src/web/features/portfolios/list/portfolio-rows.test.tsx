import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { draw, russianText } from '../../../../../tests/support/draw.tsx';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { EMPTY_PORTFOLIO, WORKING_PORTFOLIO } from '../../../../../tests/support/portfolio-card.ts';
import { toldServer } from '../../../../../tests/support/told-server.ts';
import { LimitGauge } from './limit-gauge.tsx';
import { PortfolioRows } from './portfolio-rows.tsx';

const MAJORS: Portfolio = { ...WORKING_PORTFOLIO, result7d: '20', result30d: '43.21', limit: '2500' };
const BROKEN: Portfolio = {
  ...{ ...WORKING_PORTFOLIO, portfolioId: 'p2', name: 'Alts', botsTotal: 3, botsRunning: 1, botsInError: 1 },
  ...{ equity: '9000.00000000', resultToday: '4.50000000', comment: 'Small and quick', isDemo: true },
  ...{ drawdownNowPercent: '-3.5', drawdownMaxPercent: '-7.25' },
};
const NEW: Portfolio = { ...EMPTY_PORTFOLIO, portfolioId: 'p3', name: 'New' };

beforeEach(() => void toldServer());
afterEach(() => vi.unstubAllGlobals());

const open = async (
  portfolios: readonly Portfolio[],
  { search = '', isPhone = false, text = undefined as typeof russianText | undefined } = {},
) => {
  const page = await openPage(<PortfolioRows portfolios={portfolios} isPhone={isPhone} />, {
    at: `/portfolios${search}`,
    ...(text ? { text } : {}),
  });
  return page;
};
const rows = () => screen.getAllByRole('row').slice(1);
const cellsOf = (name: string) => {
  const row = screen.getByRole('link', { name }).closest('tr') as HTMLElement;
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};
const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

describe('the filter of portfolios', () => {
  const chips = () =>
    within(screen.getByRole('group', { name: 'Filter portfolios' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  it('counts each choice, and what needs attention comes right after all', async () => {
    await open([MAJORS, BROKEN, NEW]);
    expect(chips()).toEqual(['All3', 'Needs attention1', 'Running2']);
  });

  it('offers nothing to attend to while nothing is in error', async () => {
    await open([MAJORS, NEW]);
    expect(chips()).toEqual(['All2', 'Running1']);
  });

  it('is kept in the address, and taken from it by All', async () => {
    const { user, search } = await open([MAJORS, BROKEN, NEW]);
    await user.click(screen.getByRole('button', { name: /^Needs/ }));
    expect([names(), search()]).toEqual([['Alts'], { show: 'needs' }]);
    await user.click(screen.getByRole('button', { name: /^All ?3/ }));
    expect([names(), search()]).toEqual([['Majors', 'Alts', 'New'], {}]);
  });

  it('that leaves nothing says so, with the way back', async () => {
    const { user } = await open([NEW], { search: '?show=running' });
    expect(screen.getByRole('heading', { name: 'No portfolios match this filter.' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(names()).toEqual(['New']);
  });

  it('an address with an unknown filter shows all', async () => {
    await open([MAJORS, NEW], { search: '?show=rich' });
    expect(names()).toEqual(['Majors', 'New']);
  });
});

describe('the table of portfolios', () => {
  it('tells of each its bots, equity, results of every period, open result and drawdown', async () => {
    await open([MAJORS, BROKEN]);
    expect(cellsOf('Majors').slice(1, 9).map(plain)).toEqual([
      '2 of 2 running',
      '10,481.12',
      '',
      '−12.30',
      '+20.00',
      '+43.21',
      '+43.21',
      expect.stringContaining('−62.09'),
    ]);
    expect(plain(cellsOf('Alts')[9])).toBe('−3.50max −7.25');
  });

  it('a portfolio that has not begun has dashes and no zeros dressed as results', async () => {
    await open([NEW]);
    const cells = cellsOf('New');
    expect(cells.slice(4, 10)).toEqual(['–', '–', '–', '–', '–', '–']);
    expect(cells[1]).toBe('no bots yet');
  });

  it('a bot in error colours its row and says so in words', async () => {
    await open([MAJORS, BROKEN]);
    expect(rows().map((row) => row.getAttribute('data-tone'))).toEqual([null, 'danger', null]);
    expect(cellsOf('Alts')[1]).toBe('1 in error1 of 3 running');
  });

  it('the demo and a comment are told beside the name', async () => {
    await open([BROKEN]);
    expect(cellsOf('Alts')[0]).toBe('AltsPAPERdemoSmall and quick');
  });

  it('the last row adds the portfolios up, to the last digit', async () => {
    await open([MAJORS, BROKEN]);
    const total = rows().at(-1) as HTMLElement;
    const exact = [...total.querySelectorAll('[data-exact]')].map((one) => one.getAttribute('data-exact'));
    expect(exact.slice(0, 2)).toEqual(['19481.12000001', '-7.8']);
    expect(total.textContent).toContain('2 portfolios');
  });

  it.each<[string, readonly Portfolio[]]>([
    ['one portfolio', [MAJORS]],
    ['paper and live, which are never one number', [MAJORS, { ...BROKEN, execution: 'live' }]],
    ['portfolios that have not begun', [NEW, { ...NEW, portfolioId: 'p4', name: 'Newer' }]],
  ])('there is no total of %s', async (_what, portfolios) => {
    await open(portfolios);
    expect(rows()).toHaveLength(portfolios.length);
  });

  it('is sorted by any figure, and what has none comes last', async () => {
    const { user } = await open([NEW, MAJORS, BROKEN]);
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(names()).toEqual(['Alts', 'Majors', 'New']);
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(names()).toEqual(['Majors', 'Alts', 'New']);
    await user.click(screen.getByRole('button', { name: 'Limit used' }));
    expect(names()[0]).toBe('Majors');
  });

  it('Enter on a row opens the portfolio', async () => {
    const { user, router } = await open([MAJORS, BROKEN]);
    act(() => rows()[0]?.focus());
    await user.keyboard('j{Enter}');
    expect(router.state.location.pathname).toBe('/dca/portfolio/p2');
  });

  it('axe finds nothing grave in it', async () => {
    await open([MAJORS, BROKEN, NEW]);
    expect(await domFindings()).toEqual([]);
  });

  it('speaks Russian', async () => {
    await open([MAJORS], { text: russianText });
    expect(screen.getByRole('columnheader', { name: 'Портфель' })).toBeTruthy();
    expect(cellsOf('Majors')[1]).toMatch(/2 из 2/);
  });
});

describe('the portfolios on a phone', () => {
  it('are cards, each one link with equity, result of today and bots', async () => {
    await open([MAJORS, NEW], { isPhone: true });
    const [majors, fresh] = screen.getAllByRole('link');
    expect(majors?.getAttribute('href')).toBe('/dca/portfolio/p1');
    for (const part of ['Majors', '10,481.12', '2 of 2 running', '−12.30']) expect(majors?.textContent).toContain(part);
    expect(fresh?.textContent).toContain('–');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('axe finds nothing grave in them', async () => {
    await open([MAJORS, BROKEN], { isPhone: true });
    expect(await domFindings()).toEqual([]);
  });
});

describe('the use of a limit', () => {
  const gaugeOf = (limit: string | null, committed: string) => {
    const { container } = draw(<LimitGauge portfolio={{ ...MAJORS, limit, committed }} />);
    return container.querySelector<HTMLElement>('[title], [class*="none"]') as HTMLElement;
  };

  it('has two decimals as every percent, and its exact amounts in the tooltip', () => {
    const gauge = gaugeOf('3000', '1000.005');
    expect([gauge.textContent, gauge.title]).toEqual(['33.33 % of limit', '1,000.01 of 3,000.00 USDT committed']);
  });

  it.each([
    ['79.99', false],
    ['80', true],
    ['130', true],
  ])('%s % is marked as near the limit: %s', (committed, isNear) => {
    const gauge = gaugeOf('100', committed);
    expect('near' in gauge.dataset).toBe(isNear);
    expect(gauge.querySelector<HTMLElement>('[style]')?.style.width).toBe(`${Math.min(100, Number(committed))}%`);
  });

  it.each([null, '0'])('a limit of %s has no share', (limit) => {
    expect(gaugeOf(limit, '100').textContent).toBe('no limit');
  });
});
