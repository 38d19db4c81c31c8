import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import {
  cancelTest,
  createTest,
  deleteTest,
  estimateTest,
  getTestConditions,
  setTestProps,
} from '#contract/tests/test-condition.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../tests/support/example-asset.ts';
import { page } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import { runningTest, toldEstimate, toldTest } from '../../../../tests/support/told-tests.ts';
import { BacktestPage } from './backtest-page.tsx';
import type { ListedTest } from './test-queries.ts';

beforeAll(async () => void (await textWith('backtest', 'en')));

let server: ToldServer;
beforeEach(() => {
  localStorage.clear();
  server = toldServer();
  server.answers(getAssets, { items: [exampleAsset] });
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The server has these tests; the queue reads those that have not ended. */
function tell(tests: readonly ListedTest[]): void {
  server.answersBy(getTestConditions, ({ state }) =>
    page(tests.filter((test) => state === undefined || test.state === state)),
  );
}
const open = (search = '') => openPage(<BacktestPage />, { at: `/backtest${search}` });
/** The button once it can be pressed. */
async function readyButton(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
}
const listQueries = () =>
  server.requests.filter(({ name, query }) => name === 'getTestConditions' && query['sort'] !== 'created');

/** jsdom has no layout: the frame of the table is 600 pixels high. */
function giveRoom(): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_200);
}

describe('the list of tests', () => {
  it('of several pages goes on to its last row and is saved whole, each page after the last row of the one before', async () => {
    giveRoom();
    const all = Array.from({ length: 450 }, (_, index) =>
      toldTest({ conditionId: `t${index}`, name: `Test ${index}` }),
    );
    server.answersBy(getTestConditions, ({ state, cursor, limit }) => {
      if (state !== undefined) return page([]);
      const from = Number(cursor ?? 0);
      const to = from + Number(limit);
      return { ...page(all.slice(from, to)), total: 450, cursor: to < 450 ? String(to) : null };
    });
    const saved: Blob[] = [];
    const [createObjectURL, revokeObjectURL] = [(blob: Blob) => `blob:${saved.push(blob)}`, () => {}];
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user } = await open();
    const frame = (await screen.findByRole('table')).parentElement as HTMLElement;
    const drawn = (index: number) => document.querySelector(`tr[data-row="t${index}"]`);
    await waitFor(() => expect(drawn(0)).not.toBeNull());
    await waitFor(() => {
      frame.scrollTop = 450 * 60; // Beyond the end.
      fireEvent.scroll(frame);
      expect(drawn(449)).not.toBeNull();
    });
    expect(listQueries().map(({ query }) => query['cursor'])).toEqual([undefined, '200', '400']);
    await user.click(screen.getByRole('button', { name: /CSV/ }));
    await waitFor(async () => expect((await saved[0]?.text())?.trim().split('\n').length).toBe(451));
  });

  it('tells of each what it tried, what its best point came to, and where it stands', async () => {
    tell([
      toldTest(),
      runningTest(),
      toldTest({
        conditionId: 't4',
        name: 'Broken',
        state: 'FAILED',
        best: null,
        failure: { code: 'FUNDING_MISSING', detail: 'Funding of SOLUSDT is missing.' },
      }),
    ]);
    await open();
    const row = (await screen.findByRole('link', { name: 'ETH ladder: step × take profit' })).closest('tr');
    expect(row?.textContent).toContain('ETH balanced v3');
    expect(row?.textContent).toContain('4 May – 14 Jun 2025');
    expect(row?.textContent).toContain('+30.73');
    expect(row?.textContent).toContain('−13.91');
    expect(screen.getByText('Funding of SOLUSDT is missing.')).toBeTruthy();
  });

  it('a filter, a search and an order are in the address and asked of the server', async () => {
    tell([toldTest()]);
    const { user, search } = await open();
    await user.click(await screen.findByRole('button', { name: 'Starred' }));
    await user.type(screen.getByRole('searchbox'), 'eth');
    await user.click(screen.getByRole('button', { name: 'Best return, %' }));
    expect(search()).toEqual({ show: 'starred', q: 'eth', sort: '-return' });
    await waitFor(() =>
      expect(listQueries().at(-1)?.query).toMatchObject({ isStarred: 'true', search: 'eth', sort: '-return' }),
    );
  });

  it('bounds of what the best point came to are in the address, and asked for once they are numbers', async () => {
    tell([toldTest()]);
    const { user, search } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Return from, %' }), '-2.5');
    await user.type(screen.getByRole('textbox', { name: 'Drawdown up to, %' }), '20');
    expect(search()).toEqual({ returnFrom: '-2.5', drawdownTo: '20' });
    await waitFor(() => expect(listQueries().at(-1)?.query).toMatchObject({ returnFrom: '-2.5', drawdownTo: '20' }));
    for (const { query } of listQueries()) expect(query['returnFrom'] ?? '0').toMatch(/\d$/);
  });

  it('a star is set from the list', async () => {
    tell([toldTest({ isStarred: false })]);
    server.keepsWaiting(setTestProps);
    const { user } = await open();
    const star = await screen.findByRole('button', { name: 'Star ETH ladder: step × take profit' });
    expect(star.getAttribute('aria-pressed')).toBe('false');
    await user.click(star);
    expect(server.bodiesOf(setTestProps)).toEqual([{ conditionId: 't1', isStarred: true }]);
    expect(star.getAttribute('aria-pressed')).toBe('true');
  });

  it('name, tags and note are changed in one dialog', async () => {
    tell([toldTest()]);
    server.answers(setTestProps, toldTest());
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Edit name/ }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Tags'), ', plateau');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodiesOf(setTestProps)).toEqual([
      {
        conditionId: 't1',
        name: 'ETH ladder: step × take profit',
        tags: ['eth', 'plateau'],
        note: 'The plateau is what counts.',
      },
    ]);
  });

  it('says what is lost before a test is deleted', async () => {
    tell([toldTest()]);
    server.answers(deleteTest, { conditionId: 't1', isDeleted: true });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Delete ETH/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('The results of 12 points are lost.');
    await user.click(within(dialog).getByRole('button', { name: 'Delete the test' }));
    await waitFor(() => expect(server.requests.some(({ path }) => path === '/api/delete-test/t1')).toBe(true));
  });

  it('leads to the best points of the chosen tests side by side', async () => {
    const other = toldTest({
      conditionId: 't5',
      name: 'Other',
      best: { botId: 'o-1', symbols: ['ETHUSDT'], returnPercent: '1', maxDrawdownPercent: '2' },
    });
    tell([toldTest(), other]);
    const { user, router } = await open();
    for (const box of await screen.findAllByRole('checkbox', { name: /ETH|Other/ })) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Compare 2' }));
    expect(router.state.location.href).toBe('/backtest/compare?bots=p-1-1%2Co-1');
  });

  it('a server that is away is told, with a way to ask again', async () => {
    server.refuses(getTestConditions, 'DATABASE_UNAVAILABLE');
    await open();
    const alerts = await screen.findAllByRole('alert');
    expect(alerts[0]?.textContent).toContain('The database does not answer.');
  });

  it('axe finds nothing grave in it', async () => {
    tell([toldTest(), runningTest()]);
    await open();
    await screen.findByRole('link', { name: 'ETH ladder: step × take profit' });
    expect(await domFindings()).toEqual([]);
  });
});

describe('the queue of tests', () => {
  it('tells phase, share and time left, and what a waiting one waits for', async () => {
    tell([
      runningTest(),
      runningTest({
        conditionId: 't3',
        name: 'Next',
        state: 'QUEUED',
        phase: null,
        progressPercent: 0,
        secondsLeft: null,
        testsAhead: 1,
      }),
    ]);
    await open();
    expect(await screen.findByText('computing points · 45 of 90 points · 12 s left')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Progress of Three symbols' }).getAttribute('aria-valuenow')).toBe(
      '48',
    );
    expect(screen.getByText('1 test is computed first')).toBeTruthy();
  });

  it('a test is cancelled from it', async () => {
    tell([runningTest()]);
    server.answers(cancelTest, { ...runningTest({ state: 'CANCELED' }), changed: true });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Cancel Three symbols' }));
    expect(server.requests.some(({ path }) => path === '/api/cancel-test/t2')).toBe(true);
  });
});

describe('a user without tests', () => {
  it('is offered a sample, which runs on the symbol whose candles are stored and opens its result', async () => {
    tell([]);
    server.answers(estimateTest, toldEstimate());
    server.answers(createTest, { ...toldTest({ conditionId: 'new-one' }), isReused: false });
    const { user, router } = await open();
    await user.click(await readyButton('Run the sample'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/backtest/new-one'));
    expect(server.bodiesOf(createTest)).toMatchObject([
      { kind: 'dca-bot', symbols: ['BTCUSDT'], dateFrom: '2025-04-27T00:00:00.000Z', outOfSamplePercent: 25 },
    ]);
  });

  it('learns that nothing is stored yet, instead of a sample that cannot run', async () => {
    tell([]);
    const [coverage] = toldEstimate().coverage;
    server.answers(
      estimateTest,
      toldEstimate({ coverage: coverage ? [{ ...coverage, minutesStored: 0, dateFrom: null, dateTo: null }] : [] }),
    );
    const { user } = await open();
    await user.click(await readyButton('Run the sample'));
    expect(await screen.findByText('No candles are stored yet, so there is nothing to run over.')).toBeTruthy();
    expect(server.bodiesOf(createTest)).toEqual([]);
  });
});
