import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import { getBots } from '#contract/bot.ts';
import { getCycles, getTrades } from '#contract/cycle.ts';
import { getPortfolioList, getPortfolioPnl } from '#contract/portfolio.ts';
import { numberText } from '#web/i18n/number-text.ts';
import { launchBrowser, leaveBrowser } from '../support/browser.ts';
import { type HeldMarket, startHeld } from '../support/held-market.ts';
import { isFlat } from '../support/held-stage.ts';
import { goByKeys } from '../support/press-keys.ts';
import type { RunningProgram } from '../support/program.ts';
import { figure, hearAnswers, openVisitor, signIn, type Visitor } from '../support/visitor.ts';

const paper = { params: { kind: 'dca-bot' } } as const;
const STORY = { timeout: 1_800_000 };

let browser: Browser;
let program: RunningProgram;
let market: HeldMarket;
let visitor: Visitor;
let answerTo: ReturnType<typeof hearAnswers>;
let page: Page;

beforeAll(async () => {
  [browser, { program, market }] = await Promise.all([launchBrowser(), startHeld()]);
  visitor = await openVisitor(browser, program);
  answerTo = hearAnswers(visitor.page);
  ({ page } = visitor);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await program.stop();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: 'screenshots/whole-path-failed.png' });
});

const money = (value: string, sign: 'always' | 'negative' = 'negative') =>
  numberText(value, 'en', { decimals: 2, sign });
const total = (values: readonly string[]) => cashText(sum(values.map(cashFrom)));
const bots = async () => (await visitor.ask(getBots, { ...paper, query: {} })).items;
const botRow = (name: string) => page.getByRole('row').filter({ hasText: name }).first();

async function botNamed(name: string) {
  const found = (await bots()).find((bot) => bot.name === name);
  if (found === undefined) throw new Error(`There is no bot ${name}`);
  return found;
}

async function act(bot: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${bot}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Waits until the element prints what the newest answer to the page says. */
async function prints(element: Locator, expected: () => string | undefined): Promise<void> {
  await expect.poll(async () => (await element.innerText()) === expected()).toBe(true);
}

/** Steps the market by a minute and waits until the row shows other figures. */
async function movesWithTheMarket(row: Locator): Promise<void> {
  const before = await row.innerText();
  // A minute may leave what is shown as it was.
  const afterMinute = async (): Promise<string> => {
    await market.step(1, visitor);
    return row.innerText();
  };
  await expect.poll(afterMinute, { interval: 500 }).not.toBe(before);
}

/** Text of each cell of each row of a table. */
const cells = (table: Locator) =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)));

describe('a newcomer', () => {
  it('a newcomer logs in to an empty installation and loads the demo', STORY, async () => {
    await signIn(page, program);
    await page.getByRole('button', { name: 'Load the demo' }).click();
    await page.getByText(/Loading the demo: \d+ %/).waitFor({ timeout: 240_000 });
    await page.getByRole('button', { name: 'Remove the demo…' }).waitFor({ timeout: 240_000 });
    const { items } = await visitor.ask(getPortfolioList, {});
    expect(items.map((one) => one.botsTotal)).toEqual([3, 3]);
    expect(await bots()).toHaveLength(6);
    const rows = page.getByRole('group', { name: 'Portfolios' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
  });

  it('the figures on screen equal those of the API', STORY, async () => {
    const items = () => answerTo(getPortfolioList)?.items ?? [];
    await prints(figure(page, 'Today'), () => money(total(items().map((one) => one.resultToday)), 'always'));
    await prints(figure(page, '30 days'), () => money(total(items().map((one) => one.result30d)), 'always'));
    await page.getByRole('link', { name: 'Majors ladder' }).click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await prints(figure(page, 'Closed net of all time'), () => {
      const pnl = answerTo(getPortfolioPnl);
      return pnl ? money(pnl.result, 'always') : undefined;
    });
    await page.locator('figure canvas').first().waitFor();
  });

  it('the parts of a closed cycle add up to its result in the API', STORY, async () => {
    await page.getByRole('button', { name: /^Take profit/ }).click();
    await page.getByRole('button', { name: /^Take profit/, pressed: true }).waitFor();
    await page.locator('table:not([aria-busy]) tbody tr[data-row]').first().click();
    await page.waitForURL('**cycle=**');
    const { pathname, searchParams } = new URL(page.url());
    const query = { portfolioId: pathname.split('/').at(-1) ?? '', limit: '500' };
    const { items } = await visitor.ask(getCycles, { ...paper, query });
    const cycle = items.find((one) => one.cycleId === searchParams.get('cycle'));
    const amounts = await breakdown(page.locator('aside').last());
    expect(total(amounts.slice(0, -1))).toBe(total([cycle?.result ?? '']));
    expect(total(amounts.slice(-1))).toBe(total([cycle?.result ?? '']));
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('cycle'));
  });

  it('every closed result is the exact sum of its parts', STORY, async () => {
    const [portfolio] = (await visitor.ask(getPortfolioList, {})).items;
    const portfolioId = portfolio?.portfolioId ?? '';
    const pnl = await visitor.ask(getPortfolioPnl, { query: { portfolioId } });
    const { items } = await visitor.ask(getCycles, {
      ...paper,
      query: { portfolioId, endDate: pnl.dateTo, limit: '5000' },
    });
    expect(items.length).toBeGreaterThan(100);
    expect(total(items.map((cycle) => cycle.result))).toBe(pnl.result);
    const recent = items.slice(0, 40);
    const trades = await Promise.all(
      recent.map(async ({ cycleId }) => (await visitor.ask(getTrades, { ...paper, query: { cycleId } })).items),
    );
    for (const [index, cycle] of recent.entries()) {
      const fills = trades[index] ?? [];
      const gross = total(fills.map((trade) => trade.exchangeRealizedPnl));
      const commission = total(fills.map((trade) => trade.commissionUsdt));
      expect([gross, commission]).toEqual([cycle.gross, cycle.commission]);
      expect(total([gross, `-${commission}`, cycle.funding, `-${cycle.liquidationFee}`])).toBe(cycle.result);
    }
  });

  it('the editor draws the ladder of worked example 1', STORY, async () => {
    await goByKeys(page, 'p', '**/portfolios');
    await page.getByRole('button', { name: 'New portfolio' }).click();
    await page.getByLabel('Name', { exact: true }).fill('My own');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'My own' }).waitFor();

    await page.getByRole('link', { name: 'DCA paper' }).first().click();
    await page.getByRole('link', { name: 'Strategy' }).click();
    await page.getByRole('button', { name: 'New strategy' }).click();
    await drawFirstExample();
    const table = page.getByRole('region', { name: 'Ladder, step by step' });
    const of = (row: readonly (string | null)[], columns: readonly number[]) => columns.map((column) => row[column]);
    const rows = await cells(table);
    // Step, price, quantity, total cost, average, take profit net of fees, liquidation.
    expect(rows.map((row) => of(row, [0, 2, 3, 5, 6, 7, 10]))).toEqual([
      ['Base', '2,000.00', '0.100', '200.00', '2,000.00', '2,021.41', '1,807.23'],
      ['Step 1', '1,980.00', '0.101', '399.98', '1,989.95', '2,010.95', '1,798.15'],
      ['Step 2', '1,950.00', '0.153', '698.33', '1,972.68', '1,993.38', '1,782.55'],
      ['Step 3', '1,905.00', '0.236', '1,147.91', '1,945.61', '1,965.96', '1,758.08'],
      ['Step 4', '1,837.50', '0.367', '1,822.27', '1,904.15', '1,924.03', '1,720.62'],
    ]);
  });

  it('an unreachable step is explained, and the offered stop-loss fixes it', STORY, async () => {
    const save = page.getByRole('button', { name: /^Save version 1/ });
    await page.getByRole('textbox', { name: 'Stop-loss', exact: true }).fill('5');
    const sentence =
      'Step 4 would never fill: after step 3, the stop-loss at 1,848.33 comes before step 4 at 1,837.50.';
    await page.getByText(sentence).first().waitFor();
    await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Use 5.56 %' }).first().click();
    await expect.poll(() => page.getByText(sentence).count()).toBe(0);
    await expect.poll(() => page.getByRole('textbox', { name: 'Stop-loss', exact: true }).inputValue()).toBe('5.56');
    await save.click();
    await page.getByRole('button', { name: 'Start a bot' }).waitFor();
  });

  it('the first cycle of a new bot appears without a reload', STORY, async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
    await page.getByRole('button', { name: 'Start a bot' }).click();
    await page.getByLabel('Bot name').fill('My bot');
    await page.getByRole('combobox', { name: 'Portfolio', exact: true }).selectOption('My own');
    await page.getByRole('button', { name: 'Start My bot' }).click();
    const row = botRow('My bot');
    await row.getByText('Running').waitFor();
    const ladder = row.locator('[role="img"]').first();
    while (isFlat(await botNamed('My bot'))) await market.step(1, visitor);
    await ladder.waitFor();
    for (let minute = 0; minute < 3; minute += 1) await movesWithTheMarket(row);
    await expect.poll(() => page.locator('html[data-same-page]').count()).toBe(1);
  });

  it('a cycle shows fills, orders and a cost breakdown that adds up exactly', STORY, async () => {
    await page.getByRole('link', { name: 'Chart for My bot' }).click();
    await openCycle('My own');
    const drawer = page.locator('aside').last();
    const amounts = await breakdown(drawer);
    expect(total(amounts.slice(0, -1))).toBe(total(amounts.slice(-1)));
    await drawer.getByRole('button', { name: 'Orders' }).click();
    await drawer.getByRole('cell', { name: 'Open' }).first().waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  it('a bot can be stopped with protection, restarted, given new conditions and finished', STORY, async () => {
    await page.getByRole('link', { name: 'DCA paper' }).first().click();
    const row = botRow('My bot');
    await act('My bot', 'Stop…');
    await page.getByRole('button', { name: 'Stop My bot, keep protection' }).click();
    await row.getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'Actions for My bot' }).click();
    await page.getByRole('menuitem', { name: /^(Restart and take over the position|Start a new run)…$/ }).click();
    await page.getByRole('button', { name: /^(Restart|Start) My bot$/ }).click();
    await row.getByText('Running').waitFor();
    await act('My bot', 'Edit TP / SL…');
    await page.getByRole('dialog').getByLabel('Take profit').fill('2.5');
    await page.getByRole('button', { name: 'Set take profit and stop-loss of My bot' }).click();
    await page.getByText('Take profit and stop-loss of My bot changed.').waitFor();
    expect((await botNamed('My bot')).takeProfitPercent).toBe('2.5');
    await act('My bot', 'Finish…');
    await page.getByRole('button', { name: 'Finish My bot' }).click();
    await row.getByText(/Finishing|Finished/).waitFor();
  });

  it('the log shows what happened and can be searched', STORY, async () => {
    await page.getByRole('link', { name: 'Logs' }).click();
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('ETHUSDT');
    await page.getByRole('row').filter({ hasText: 'My bot' }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('no such words');
    await page.getByText('No log entries match this filter.').waitFor();
  });

  it('no trade is lost when the program is killed, and the page recovers by itself', STORY, async () => {
    expect(visitor.complaints).toEqual([]);
    await page.getByRole('link', { name: 'Bots' }).first().click();
    await botRow('My bot').waitFor();
    const before = await allTrades();
    await program.kill();
    await page.getByText('The server does not answer.').waitFor();
    await program.restart();
    await expect.poll(() => page.getByText('The server does not answer.').count()).toBe(0);
    await movesWithTheMarket(botRow('ETH two-way'));
    const after = await allTrades();
    for (const [cycleId, fills] of before) expect(after.get(cycleId)?.slice(0, fills.length)).toEqual(fills);
    visitor.forget();
  });

  it('removing the demo keeps own portfolios, and logout works', STORY, async () => {
    await page.getByRole('link', { name: 'Portfolios' }).first().click();
    await page.getByRole('button', { name: 'Remove the demo…' }).click();
    await page.getByRole('button', { name: 'Remove 2 portfolios and 6 bots' }).click();
    await page.getByRole('link', { name: 'Majors ladder' }).waitFor({ state: 'detached' });
    expect((await visitor.ask(getPortfolioList, {})).items.map((one) => one.name)).toEqual(['My own']);
    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    expect(visitor.complaints).toEqual([]);
  });
});

async function drawFirstExample(): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('First example');
  const typed = {
    'Base order': '200',
    'Step order': '200',
    Steps: '4',
    'First step': '1',
    'Step scale': '1.5',
    'Size scale': '1.5',
    'Take profit': '1',
    'Stop-loss': '',
    Leverage: '10',
    'Preview at': '2000',
  };
  for (const [label, text] of Object.entries(typed)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
  await page.getByRole('combobox', { name: 'Measured from' }).last().selectOption('Average price');
}

async function openCycle(portfolio: string): Promise<void> {
  await page.getByRole('heading', { name: portfolio, exact: true }).waitFor();
  if (!new URL(page.url()).searchParams.has('cycle')) await page.locator('tbody tr').first().click();
}

/** The amounts of the cost breakdown, the result last, all read in one moment; exact ones are in the tooltips. */
async function breakdown(drawer: Locator): Promise<readonly string[]> {
  await drawer.getByRole('cell', { name: 'Base' }).waitFor();
  const texts = await drawer.locator('section dl > div').evaluateAll((rows) =>
    rows.map((row) => {
      const amount = row.lastElementChild?.firstElementChild;
      return amount?.getAttribute('title') ?? amount?.textContent ?? '';
    }),
  );
  expect(texts.length).toBeGreaterThan(3);
  return texts.map((text) => text.replaceAll(',', '').replace('−', '-').replace('+', ''));
}

type Trades = Awaited<ReturnType<typeof visitor.ask<typeof getTrades>>>['items'];

/** The fills of every open and every recent cycle. */
async function allTrades(): Promise<ReadonlyMap<string, Trades>> {
  const { items } = await visitor.ask(getPortfolioList, {});
  const pages = await Promise.all(
    items.map(({ portfolioId }) => visitor.ask(getCycles, { ...paper, query: { portfolioId, limit: '40' } })),
  );
  const cycles = pages.flatMap((one) => one.items);
  return new Map(
    await Promise.all(
      cycles.map(async ({ cycleId }) => {
        const fills = await visitor.ask(getTrades, { ...paper, query: { cycleId } });
        return [cycleId, fills.items] as const;
      }),
    ),
  );
}
