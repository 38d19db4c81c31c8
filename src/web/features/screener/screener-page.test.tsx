import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getTradeCategories } from '#contract/assets/trade-category.ts';
import { getPriceMoveHistogram } from '#contract/market/price-moves.ts';
import { getMarketHistory } from '#contract/market.ts';
import { getFutures } from '#contract/screener/get-futures.ts';
import { textWith } from '#web/i18n/text.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { toldMoves } from '../../../../tests/support/told-moves.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { filtersText, LONG_DCA, readFilters } from './filters/screener-filters.ts';
import { ScreenerPage } from './screener-page.tsx';
import type { ScreenerRow, Screening } from './screener-queries.ts';

const row = (futuresTicker: string, values: Partial<ScreenerRow>): ScreenerRow => ({
  ...{ assetId: futuresTicker, futuresTicker, baseAsset: futuresTicker.replace('USDT', ''), tickSize: '0.01' },
  ...{ spark: ['1.00', '2.00'], absent: [], scoreParts: [{ part: 'liquidity', points: '20.0', pointsMax: 25 }] },
  ...values,
});
const ROWS = [
  row('ETHUSDT', { score: 91, lastPrice: '2641.64', volumeDay: '17820000000', natrHourPercent: '0.812' }),
  row('NEWUSDT', {
    ...{ score: null, lastPrice: '1.10', natrHourPercent: null },
    absent: [{ column: 'natr_hour_percent', reason: 'PAST_SHORT' }],
  }),
];
const HISTORY = {
  ...{ symbol: 'ETHUSDT', listedAt: '2020-01-01T00:00:00.000Z', presentAt: '2025-05-25T12:00:00.000Z' },
  ...{ oldestMinute: '2025-05-01T00:00:00.000Z', newestMinute: '2025-05-25T11:59:00.000Z', minutesStored: 720 },
  ...{ minutesAbsent: 0, minutesMissing: 0, stored: [], gaps: [] },
};
const CATEGORY = {
  ...{ name: 'core', hasDefaultName: false, colour: 'blue', position: 1, isDefault: false, isExcluding: false },
} as const;
const found = (change: Partial<Screening> = {}): Screening => ({
  ...{ items: ROWS, total: 2, listed: 3, offset: 0, limit: 1_000, funnel: [], choices: [] },
  ...{
    ages: { market: '2025-05-26T05:33:00Z', past: null, survey: null, coin: null, own: null },
    presentAt: '2025-05-26T05:33:00Z',
  },
  ...change,
});

beforeAll(async () => {
  for (const part of ['screener', 'botWork', 'moves'] as const) await textWith(part, 'en');
});

let server: ToldServer;
/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

beforeEach(() => {
  server = toldServer();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const cellsOf = (symbol: string) => {
  const line = screen.getByText(symbol).closest('tr');
  return [...(line?.querySelectorAll('td, th') ?? [])].map((cell) => cell.textContent);
};

describe('the screener', () => {
  it('shows what is known of each contract, and on hover why a value is missing', async () => {
    server.answers(getFutures, found());
    await openPage(<ScreenerPage />, { at: '/screener' });
    expect(await screen.findByText('2 found')).toBeTruthy();
    expect(cellsOf('ETH')).toEqual(expect.arrayContaining(['91', '2,641.64', '17,820.0', '0.81']));
    expect(screen.getByText('NEW').closest('tr')?.innerHTML).toContain('title="too little of the past stored"');
  });

  it('says above empty columns of coins what fills them', async () => {
    const absent: ScreenerRow['absent'] = [{ column: 'cmc_rank', reason: 'NO_API_KEY' }];
    server.answers(getFutures, found({ items: [row('ETHUSDT', { cmcRank: null, absent })] }));
    await openPage(<ScreenerPage />, { at: '/screener?columns=coin' });
    expect(await screen.findByText(/^Rank and market cap need a CoinMarketCap API key/)).toBeTruthy();
  });

  it('asks for the filters of its address, tells what each left, and takes one out at a press', async () => {
    const filters = 'volumeDay~20000000~;spreadBps~~5';
    const funnel = [
      { column: 'volume_day', left: 2, removed: 1, unknown: 0, alone: 2 },
      { column: 'spread_bps', left: 1, removed: 1, unknown: 1, alone: 1 },
    ];
    server.answers(getFutures, found({ funnel, total: 1 }));
    const { user, search } = await openPage(<ScreenerPage />, { at: `/screener?f=${encodeURIComponent(filters)}` });
    const steps = within(await screen.findByRole('list', { name: 'What each filter leaves' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      'All contracts3',
      'Volume, M at least 202 −1',
      'Spread, bp at most 51 −1 · 1 unknown',
    ]);
    expect(server.bodiesOf(getFutures)[0]).toMatchObject({
      filters: [
        { column: 'volume_day', min: '20000000' },
        { column: 'spread_bps', max: '5' },
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Remove the filter “Volume, M at least 20”' }));
    expect(search()).toEqual({ f: 'spreadBps~~5' });
  });

  it('opens a contract beside the table with the parts of its score, and tests all that are chosen', async () => {
    server.answers(getFutures, found());
    const { user, search } = await openPage(<ScreenerPage />, { at: '/screener?symbol=ETHUSDT' });
    const parts = await screen.findByRole('table', { name: 'Parts of the score' });
    expect(parts.textContent).toContain('Liquidity20.0 / 25');
    for (const name of ['ETHUSDT', 'NEWUSDT'])
      await user.click(screen.getByRole('checkbox', { name: new RegExp(name) }));
    expect(screen.getByRole('link', { name: 'Test 2' }).getAttribute('href')).toBe(
      '/backtest/new?symbol=ETHUSDT%2CNEWUSDT',
    );
    expect(search()).toEqual({ symbol: 'ETHUSDT', selected: 'ETHUSDT,NEWUSDT' });
  });

  it('shows beside the table how deep a contract falls before it comes back, and leads to all of it', async () => {
    server.answers(getFutures, found());
    server.answers(getMarketHistory, HISTORY);
    server.answers(getPriceMoveHistogram, toldMoves());
    const { user } = await openPage(<ScreenerPage />, { at: '/screener?symbol=ETHUSDT' });
    const part = within(await screen.findByRole('region', { name: 'Price moves' }));
    await part.findByRole('heading', { name: 'Drop before a 1 % rebound' });
    const asked = server.requests.find(({ name }) => name === 'getPriceMoveHistogram');
    expect([asked?.path, asked?.query]).toEqual([
      expect.stringContaining('ETHUSDT'),
      { direction: 'buy', reboundPercent: '1' },
    ]);
    await user.click(part.getByRole('button', { name: 'Show as a table' }));
    expect(await part.findByRole('row', { name: '1 – 1.5 100 10.00 80.00' })).toBeTruthy();
    expect(part.getByRole('link', { name: 'All price moves' }).getAttribute('href')).toBe('/market/ETHUSDT');
  });

  it('creates a paper bot on each symbol that its address has chosen', async () => {
    server.answers(getFutures, found());
    const { user } = await openPage(<ScreenerPage />, { at: '/screener?selected=ETHUSDT%2CNEWUSDT' });
    await user.click(await screen.findByRole('button', { name: 'Create 2 paper bots…' }));
    expect(await screen.findByRole('dialog', { name: 'Bots on selected symbols: 2' })).toBeTruthy();
    expect(screen.getByText('One bot for each symbol: ETHUSDT, NEWUSDT.')).toBeTruthy();
  });

  it('filters a column of words by values that it lists with how many contracts have each, by keys alone', async () => {
    const choices = [
      { value: 'core', count: 12 },
      { value: 'c7', count: 3 },
    ];
    const items = [
      { ...CATEGORY, tradeCategoryId: 'core' },
      { ...CATEGORY, tradeCategoryId: 'c7', name: 'Memes, dogs' },
    ];
    server.answers(getFutures, found({ choices }));
    server.answers(getTradeCategories, { items: [{ ...items[0], hasDefaultName: true }, items[1]] } as never);
    const { user, search } = await openPage(<ScreenerPage />, { at: '/screener' });
    const form = within(await screen.findByRole('group', { name: 'Add a filter' }));
    await user.selectOptions(form.getByRole('combobox', { name: 'Column' }), 'Category');
    await user.selectOptions(await form.findByRole('combobox', { name: 'Condition' }), 'is none of');
    const values = await form.findByRole('combobox', { name: 'Values' });
    await user.click(values);
    expect((await screen.findAllByRole('option', { hidden: true })).map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['Core (12)', 'Memes, dogs (3)']),
    );
    await user.keyboard('mem{ArrowDown}{Enter}{Escape}');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(search()).toEqual({ f: 'tradeCategory!c7' });
    expect(await screen.findByText('Category: not Memes, dogs')).toBeTruthy();
    expect(server.bodiesOf(getFutures)).toContainEqual({ choicesOf: 'trade_category', columns: [], limit: 1 });
  });

  it('says which number a filter of at most so many of each takes, beside a text that is none', async () => {
    server.answers(getFutures, found({ choices: [] }));
    const { user } = await openPage(<ScreenerPage />, { at: '/screener' });
    const form = within(await screen.findByRole('group', { name: 'Add a filter' }));
    await user.selectOptions(form.getByRole('combobox', { name: 'Column' }), 'Category');
    await user.selectOptions(await form.findByRole('combobox', { name: 'Condition' }), 'at most so many of each');
    const most = form.getByRole('textbox', { name: 'Contracts of each, at most' });
    await user.type(most, '1,5');
    expect(form.getByRole('alert').textContent).toBe('Enter a whole number from 1 to 999.');
    await user.clear(most);
    await user.type(most, '15');
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('says of each column when its values are from', async () => {
    const ages = { ...found().ages, coin: '2025-05-25T04:00:00Z', own: null };
    server.answers(getFutures, found({ ages }));
    await openPage(<ScreenerPage />, { at: '/screener?columns=coin' });
    const hintOf = (title: string) => screen.getByRole('columnheader', { name: title }).textContent;
    await screen.findByText('2 found');
    expect(hintOf('Rank')).toContain('Read from CoinMarketCap at 25 May 04:00 UTC.');
    expect(hintOf('Score')).toContain('Not read yet.');
  });

  it('saves what its address shows under a name, shows it again, renames it and deletes it', async () => {
    server.answers(getFutures, found());
    const at = '/screener?f=ageDays~180~&sort=-spreadBps&columns=liquidity&symbol=ETHUSDT';
    const { user, search } = await openPage(<ScreenerPage />, { at });
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
    const view = { f: 'ageDays~180~', sort: '-spreadBps', columns: 'liquidity', symbol: 'ETHUSDT' };
    await press('Save the view…');
    await user.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'Old and tight{Enter}');
    const chip = await screen.findByRole('button', { name: 'Old and tight' });
    expect(chip.getAttribute('aria-pressed')).toBe('true');
    await press('All');
    await press('Overview');
    await press('Symbol');
    expect(search()).toEqual({ sort: expect.stringMatching(/^-?symbol$/), symbol: 'ETHUSDT' });
    expect(chip.getAttribute('aria-pressed')).toBe('false');
    await press('Old and tight');
    expect(search()).toEqual(view);
    await press('Rename…');
    const name = await screen.findByRole('textbox', { name: 'Name of the view' });
    await user.clear(name);
    await user.type(name, 'Old{Enter}');
    await press('Delete the view');
    expect(screen.queryByRole('button', { name: 'Old' })).toBeNull();
    expect(search()).toEqual(view); // What is shown is in the address, saved or not.
    expect(JSON.parse(localStorage.getItem('botyard.views.screener') ?? '')).toEqual([]);
  });

  it('begins without saved views where what is stored is not a list of them', async () => {
    localStorage.setItem('botyard.views.screener', '{"name": 7}');
    server.answers(getFutures, found());
    await openPage(<ScreenerPage />, { at: '/screener' });
    expect((await screen.findByRole('button', { name: 'All' })).getAttribute('aria-pressed')).toBe('true');
  });

  it('says that the browser did not keep a view, still shows it, and says so no more once one is kept', async () => {
    server.answers(getFutures, found());
    const { user, search } = await openPage(<ScreenerPage />, { at: '/screener?f=ageDays~180~' });
    const save = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Save the view…' }));
      const field = await screen.findByRole('textbox', { name: 'Name of the view' });
      await user.clear(field);
      await user.type(field, `${name}{Enter}`);
      return screen.findByRole('button', { name });
    };
    const storage = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await save('Old');
    storage.mockRestore();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The browser did not save the change to your views.',
    );
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(search()).not.toHaveProperty('f');
    await user.click(screen.getByRole('button', { name: 'Old' }));
    expect(search()).toMatchObject({ f: 'ageDays~180~' });
    await save('Older');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(localStorage.getItem('botyard.views.screener')).toContain('Older');
  });

  it('says that no contract passes, and leads back to all of them', async () => {
    server.answers(getFutures, found({ items: [], total: 0 }));
    const { user, search } = await openPage(<ScreenerPage />, { at: '/screener?f=ageDays~9999~' });
    await user.click(await screen.findByRole('button', { name: 'Show all contracts' }));
    expect(search()).toEqual({});
  });

  it('says what failed, and asks again at a press', async () => {
    server.refuses(getFutures, 'INTERNAL_ERROR');
    await openPage(<ScreenerPage />, { at: '/screener' });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

it('filters survive the way through an address, and what makes no sense in one is left out', () => {
  expect(readFilters(filtersText(LONG_DCA))).toEqual(LONG_DCA);
  const odd = [{ column: 'comment', anyOf: ['calm; 5 %, mostly', 'a=b!'] }] as const;
  expect(readFilters(filtersText(odd as never))).toEqual(odd);
  expect(readFilters('sector=100%')).toEqual([{ column: 'sector', anyOf: ['100%'] }]);
  expect(readFilters('luck~1~;volumeDay~much~;spreadBps~~5;status=;correlationCluster*0;;')).toEqual([
    { column: 'spreadBps', max: '5' },
  ]);
});
