import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getPortfolios } from '#contract/portfolio.ts';
import { createBotFromTest, getTestBot, getTestBots, getTestMap } from '#contract/tests/test-bot.ts';
import { cancelTest, getTest, repeatTest } from '#contract/tests/test-condition.ts';
import { getTestMonteCarlo, getTestReport } from '#contract/tests/test-report.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { page } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import {
  runningTest,
  toldMap,
  toldPoint,
  toldPoints,
  toldReport,
  toldTest,
  toldTestDetail,
} from '../../../../tests/support/told-tests.ts';
import { ResultPage } from './result-page.tsx';

vi.mock('#web/charts/run/run-chart.tsx', () => ({ RunChart: () => <figure aria-label="Equity" /> }));

beforeAll(async () => void (await textWith('backtest', 'en')));

let server: ToldServer;
beforeEach(() => {
  localStorage.clear();
  server = toldServer();
  server.answers(getTest, toldTestDetail());
  server.answers(getTestReport, toldReport());
  server.answers(getTestMap, toldMap());
  server.answers(getTestBots, page(toldPoints()));
  server.answersBy(getTestBot, ({ botId }) => toldPoints().find((one) => one.botId === botId) ?? toldPoint(0, 0));
});
afterEach(() => vi.unstubAllGlobals());

const open = (search = '') => openPage(<ResultPage />, { at: `/backtest/t1${search}`, path: '/backtest/$id' });
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ') ?? '';
const tile = async (name: string) => plain((await screen.findByText(name)).parentElement?.textContent);

describe('the result of a test', () => {
  it('says what makes it doubtful before its numbers', async () => {
    server.answers(getTest, toldTestDetail({ windows: [], flags: ['OPEN_AT_END', 'LIQUIDATED'] }));
    await open();
    const caveats = await screen.findByText('Read before the numbers');
    const words = caveats.parentElement?.textContent ?? '';
    expect(words).toContain('42 days of one rising market.');
    expect(words).toContain('1 stop-loss was hit, so the tail is hardly tested.');
    expect(words).toContain('12 points were tried; the best of 12 is partly luck.');
    expect(words).toContain('Nothing was kept apart to check the best of them.');
    // Of any number of positions, which the figures below count.
    expect(words).toContain('Positions open at the end are counted at the last price.');
    expect(words).toContain('At least one position was liquidated.');
    const tiles = screen.getByText('Return, net');
    expect(caveats.compareDocumentPosition(tiles) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('tells in five tiles what was won, against holding, at what drawdown, how often, and what caution cost', async () => {
    await open();
    expect(await tile('Return, net')).toContain('+30.73 %+307.33 USDT on 1,000.00');
    expect(await tile('Against holding ETH')).toContain('−6.87 pointsETH +37.60 % in the same days');
    expect(await tile('Largest drawdown')).toContain('−13.91 %');
    expect(await tile('Cycles won')).toContain('99.11 %112 closed cycles, 2.7 a day · 1 open at the end');
    expect(await tile('Pessimistic fills cost')).toContain('−1.68 points');
  });

  it('maps the grid with its plateau and its lone peak, and a click shows that point everywhere', async () => {
    const { user, search } = await open();
    const map = await screen.findByRole('table', { name: 'Over the grid' });
    const cells = within(map).getAllByRole('button');
    expect(cells).toHaveLength(12);
    const plateau = within(map).getByRole('button', { name: 'Take profit, % 0.8; First step, % 1: +30.7 %' });
    expect([plateau.dataset['plateau'], plateau.getAttribute('aria-pressed')]).toEqual(['true', 'true']);
    await user.click(within(map).getByRole('button', { name: 'Take profit, % 1.6; First step, % 0.6: +76.7 %' }));
    expect(search()).toEqual({ point: 'p-3-0' });
    await waitFor(() => expect(server.requests.at(-1)).toBeTruthy());
    expect(server.requests.filter(({ name }) => name === 'getTestReport').map(({ query }) => query['botId'])).toEqual([
      'p-1-1',
      'p-3-0',
    ]);
  });

  it('the map shows drawdowns or worst neighbours when asked', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Drawdown' }));
    expect(screen.getByRole('button', { name: 'Take profit, % 0.8; First step, % 1: −13.9 %' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Worst neighbour' }));
    expect(screen.getByRole('button', { name: 'Take profit, % 0.8; First step, % 1: +11.9 %' })).toBeTruthy();
  });

  it('ranks points by their worst neighbour and asks the server for that order', async () => {
    await open();
    const ranking = await screen.findByRole('table', { name: 'Points by worst neighbour' });
    expect(within(ranking).getByRole('button', { name: '0.8 / 1' }).getAttribute('aria-pressed')).toBe('true');
    expect(server.requests.find(({ name }) => name === 'getTestBots')?.query).toMatchObject({ sort: '-plateau' });
  });

  it('shows each walk-forward window: what was chosen on it, and what that did on days nobody had seen', async () => {
    await open();
    const row = (await screen.findByText('4 May – 20 May')).closest('tr');
    await waitFor(() => expect(plain(row?.textContent)).toContain('0.4 / 0.6+59.7020 May – 26 May+1.4026'));
  });

  it('takes the costs off one after another, down to the net result', async () => {
    await open();
    const part = async (name: string) => plain((await screen.findByText(name)).closest('div')?.textContent);
    expect(await part('Gross')).toContain('+402.10');
    expect(await part('Net result')).toContain('+307.33');
  });

  it('every table sums to the net result of the headline, with a row for what is open at the end', async () => {
    await open();
    await tile('Return, net');
    for (const column of ['Symbol', 'Direction', 'Exit']) {
      const table = screen.getByRole('table', { name: `Result by ${column}` });
      const rowOf = (name: RegExp) => plain(within(table).getByRole('row', { name }).textContent);
      expect(rowOf(/^Open at the end/)).toMatch(/^Open at the end1.*−12\.50$/);
      expect(rowOf(/^Total/)).toMatch(/^Total113.*\+307\.33$/);
    }
  });

  it('is read over the part kept apart when that is chosen', async () => {
    server.answers(getTest, toldTestDetail({ outOfSamplePercent: 25 }));
    const { user, search } = await open();
    await user.click(await screen.findByRole('button', { name: 'Part kept apart' }));
    expect(search()).toEqual({ slice: 'out_of_sample' });
    await waitFor(() =>
      expect(server.requests.filter(({ name }) => name === 'getTestReport').at(-1)?.query['slice']).toBe(
        'out_of_sample',
      ),
    );
  });

  it('a report that cannot be made again is told with a repeat in place of a retry, and the grid stays', async () => {
    server.refuses(getTestReport, 'TEST_DATA_CHANGED');
    server.answers(getTest, { ...toldTestDetail(), windows: [] });
    server.answers(repeatTest, toldTest({ conditionId: 'again' }));
    const { user, router } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Repeat it.');
    const grid = await screen.findByRole('table', { name: 'Over the grid' });
    const columns = grid.closest('[class*="column"]')?.parentElement;
    expect(columns?.childElementCount, 'no empty column beside the grid').toBe(1);
    expect(within(alert).queryByRole('button', { name: 'Retry' })).toBeNull();
    await user.click(within(alert).getByRole('button', { name: 'Repeat' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/backtest/again'));
  });

  it('axe finds nothing grave in it', async () => {
    await open();
    await screen.findByRole('table', { name: 'Over the grid' });
    await screen.findByText('Return, net');
    expect(await domFindings()).toEqual([]);
  });
});

describe('a test that has not ended well', () => {
  const detail = (change: Parameters<typeof toldTestDetail>[0]) => toldTestDetail({ ...runningTest(), ...change });

  it('tells how far it is and can be cancelled', async () => {
    server.answers(getTest, detail({ conditionId: 't1' }));
    server.answers(cancelTest, { ...runningTest({ state: 'CANCELED' }), changed: true });
    const { user } = await open();
    expect(await screen.findByText('computing points · 45 of 90 points · 12 s left')).toBeTruthy();
    expect(screen.getByText('No point is computed yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel Three symbols' }));
    expect(server.requests.some(({ path }) => path === '/api/cancel-test/t1')).toBe(true);
  });

  it('says why it failed', async () => {
    const failure = { code: 'FUNDING_MISSING', detail: 'Funding of SOLUSDT is missing.' };
    server.answers(getTest, detail({ state: 'FAILED', failure, phase: null }));
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Funding of SOLUSDT is missing.');
  });

  it('one that was cancelled says how much of it there is', async () => {
    server.answers(getTest, toldTestDetail({ state: 'CANCELED', pointsDone: 7 }));
    await open();
    expect(await screen.findByText('Cancelled after 7 of 12 points. What was computed is below.')).toBeTruthy();
    expect(await screen.findByText('Return, net')).toBeTruthy();
  });

  it('one that does not exist says so, with a way on', async () => {
    server.refuses(getTest, 'TEST_NOT_FOUND');
    await open();
    expect(await screen.findByText('This backtest does not exist.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All tests' }).getAttribute('href')).toBe('/backtest');
  });
});

describe('the other parts of a result', () => {
  it('why it traded: what cycles ended by, and which entries were refused for how long', async () => {
    await open('?tab=why');
    const first = await screen.findByText('113 cycles were opened on ETHUSDT.');
    expect([...(first.parentElement?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '113 cycles were opened on ETHUSDT.',
      '111 ended by: Take profit (110 won).',
      '1 ended by: Stop-loss (0 won).',
      '1 is open at the end.',
      'In the market 93.40 % of the time; 0.00 % of the time no cycle could be opened.',
    ]);
    const row = screen.getByText('not enough margin').closest('tr');
    expect(row?.textContent).toContain('ETHUSDT long31 h 35 m');
    const unknown = screen.getByText('too little history to evaluate the rules').closest('tr');
    expect(unknown?.textContent).toContain('ETHUSDT short21 bars5 h 15 m');
  });

  it('by month: the result beside the market', async () => {
    await open('?tab=months');
    const row = (await screen.findByText('May 2025')).closest('tr');
    expect(plain(row?.textContent)).toBe('May 2025+201.10+20.11+30.2070');
    expect(plain(screen.getByText('Total').closest('tr')?.textContent)).toBe('Total+307.33+30.73+37.60112');
  });

  it('Monte Carlo: the same seed is asked for until another one is typed', async () => {
    const [edge] = [{ low: '1020.1', middle: '1290.2', high: '1480.3' }];
    const band = {
      low: '990',
      lowerQuarter: '995',
      middle: '1000',
      upperQuarter: '1005',
      high: '1010',
      actual: '1001',
    };
    server.answers(getTestMonteCarlo, {
      ...{
        seed: 1,
        draws: 1_000,
        cycles: 112,
        bands: [
          { cycle: 0, ...band },
          { cycle: 112, ...band },
        ],
      },
      ...{ equityEnd: edge, maxDrawdownPercent: { low: '4.1', middle: '9.8', high: '21.5' }, lossPercent: '3.4' },
    });
    const { user } = await open('?tab=monteCarlo');
    expect(await screen.findByText('3.40 % of the draws end with a loss.')).toBeTruthy();
    expect(screen.getByText('1,000 draws of 112 cycles')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /^Seed/ }), '7');
    const seeds = () =>
      server.requests.filter(({ name }) => name === 'getTestMonteCarlo').map(({ query }) => query['seed']);
    await waitFor(() => expect(seeds()).toEqual(['1', '17']));
  });

  it('settings: all that is needed to come to the same result again', async () => {
    server.answers(getTest, { ...toldTestDetail(), engineVersion: '0.1.0+bfe6eb54584d6778c0971c9b4c7dfb4867f2ac35' });
    await open('?tab=settings');
    const value = async (name: string) => (await screen.findAllByText(name))[0]?.parentElement?.textContent;
    expect(await value('Wallet at the start')).toBe('Wallet at the start1,000 USDT, one each');
    expect(await value('Chance that the best has skill (1 is certain)')).toContain('0.71');
    expect(await value('Hash of the data')).toContain('a1b2c3d4e5f60718');
    expect(await value('Engine')).toBe('Engine0.1.0+bfe6eb54584d6778'); // A whole commit would not fit its column.
  });
});

it('a paper bot is made of the shown point and opened', async () => {
  server.answers(getPortfolios, { items: [EMPTY_PORTFOLIO] } as never); // What the list of one kind tells is part of it.
  server.answers(createBotFromTest, paperBot({ botId: 'n1', name: 'From a test' }));
  const { user, router } = await open('?point=p-2-0');
  await user.click(await screen.findByRole('button', { name: 'Create a paper bot from 1.2 / 0.6' }));
  const dialog = await screen.findByRole('dialog');
  const name = await within(dialog).findByLabelText('Bot name');
  expect(within(dialog).getByText(/^The bot runs ETH balanced v3, or the version that has the settings/)).toBeTruthy();
  await user.clear(name);
  await user.type(name, 'From a test');
  await user.click(within(dialog).getByRole('button', { name: 'Start From a test' }));
  await waitFor(() => expect(router.state.location.href).toBe('/dca/bots?bot=n1'));
  expect(server.bodiesOf(createBotFromTest)).toEqual([
    { botId: 'p-2-0', name: 'From a test', portfolioId: EMPTY_PORTFOLIO.portfolioId, autostart: true },
  ]);
});
