import { Decimal } from 'decimal.js';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import { getPortfolioList } from '#contract/portfolio.ts';
import { getStatus } from '#contract/system.ts';
import { getTestBots } from '#contract/tests/test-bot.ts';
import { getTestConditions } from '#contract/tests/test-condition.ts';
import { getTestReport } from '#contract/tests/test-report.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import { STORY_MS } from '../support/story-limit.ts';

const STORY = { timeout: STORY_MS };
const SHOWN = { timeout: 30_000 };

let stage: HeldStage;
let page: Page;

beforeAll(async () => {
  stage = await openDemo();
  ({ page } = stage);
  await stage.enterAll();
});
afterAll(() => stage.close());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: 'screenshots/figures-failed.png' });
});

/** A place on a page: where it is, and what the figure there reads. */
interface Place {
  readonly address: string;
  readonly of: (on: Page) => Locator;
}

/** The value of a headline figure, by the name of its group and its caption. */
const headline = (group: string | RegExp, caption: string) => (on: Page) =>
  on
    .getByLabel(group)
    .locator('dt', { hasText: new RegExp(`^${caption}$`) })
    .first()
    .locator('xpath=following-sibling::dd[1]');
const inStrip = (part: string) => (on: Page) => on.locator(`[data-part="${part}"] b`).first();
/** The last cell of the row of a table that begins so. */
const cell = (table: string, row: RegExp, column: number) => (on: Page) =>
  on.getByRole('table', { name: table }).getByRole('row', { name: row }).locator('td').nth(column);

/** What a place reads, as a plain number: "+1,204.57 USDT" is 1204.57. */
const plain = (text: string): string =>
  /[+\u2212-]?[\d,]+(?:\.\d+)?/.exec(text)?.[0].replace(/[+,]/g, '').replace('\u2212', '-') ?? text;

/** Waits until each place shows the figure, exact to its two decimals or whole; all of them show the same text. */
async function expectShown(exact: string, places: Readonly<Record<string, Place>>): Promise<void> {
  const expected = exact.includes('.') ? new Decimal(exact).toFixed(2, Decimal.ROUND_HALF_UP) : exact;
  for (const [name, { address, of }] of Object.entries(places)) {
    if (new URL(page.url()).pathname + new URL(page.url()).search !== address) await page.goto(address);
    await expect
      .poll(async () => `${name}: ${plain(await of(page).first().innerText())}`, SHOWN)
      .toBe(`${name}: ${expected}`);
  }
}

const total = (amounts: readonly string[]): string => cashText(sum(amounts.map(cashFrom)));
const TOTALS = /simulated fills$/;

describe('figures on screen', () => {
  it('each figure of the demo reads the same on all pages that show it, as the API answers it', STORY, async () => {
    const list = (await stage.visitor.ask(getPortfolioList, {})).items;
    const status = await stage.visitor.ask(getStatus, {});
    const sumOf = (pick: (one: (typeof list)[number]) => string) => total(list.map(pick));
    await expectShown(
      sumOf((one) => one.equity),
      {
        'home, totals': { address: '/portfolios', of: headline(TOTALS, 'Equity') },
        'bots, band': { address: '/dca/bots', of: headline('All bots together', 'Equity') },
      },
    );
    await expectShown(status.todayPaper, {
      strip: { address: '/portfolios', of: inStrip('paper') },
      'home, totals': { address: '/portfolios', of: headline(TOTALS, 'Today') },
      'bots, band': { address: '/dca/bots', of: headline('All bots together', 'Closed today, net') },
    });
    // Terms of the bridge add up as they are shown: the open result takes what rounding moves.
    const cents = (amount: string) => new Decimal(amount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    const parts = [sumOf((one) => one.walletStart), sumOf((one) => one.transfers), sumOf((one) => one.resultAll)];
    const open = parts.reduce((left, part) => left.minus(cents(part)), cents(sumOf((one) => one.equity)));
    await expectShown(open.toFixed(2), {
      'home, bridge': {
        address: '/portfolios',
        of: (on) => on.getByRole('region', { name: TOTALS }).locator('[data-term="open"] [data-exact]').first(),
      },
      'bots, band': { address: '/dca/bots', of: headline('All bots together', 'Open result') },
    });
    await expectShown(String(status.unprotected), {
      strip: { address: '/portfolios', of: (on) => on.locator('[data-part="unprotected"]') },
      'bots, filter': {
        address: '/dca/bots',
        of: (on) =>
          on.getByRole('button', { name: /^Unprotected/ }).or(on.locator('label', { hasText: /^Unprotected/ })),
      },
    });
    for (const one of list.filter(({ botsTotal }) => botsTotal > 0)) {
      await expectShown(one.equity, {
        [`home, row of ${one.name}`]: {
          address: '/portfolios',
          of: (on) => on.locator('tr[data-row]', { hasText: one.name }).locator('[data-exact]').first(),
        },
        [`page of ${one.name}`]: {
          address: `/dca/portfolio/${one.portfolioId}`,
          of: headline('Key figures', 'Equity'),
        },
      });
    }
    expect(stage.visitor.complaints).toEqual([]);
  });

  it('every table of a backtest reads the net result of its headline', STORY, async () => {
    await page.goto('/backtest');
    await page.getByRole('button', { name: 'Run the sample' }).click();
    await page.waitForURL(/\/backtest\/(?!new)[^/]+$/);
    const state = async () => (await stage.visitor.ask(getTestConditions, { query: {} })).items[0]?.state;
    await expect.poll(state, SHOWN).toBe('DONE');
    const conditionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const [point] = (await stage.visitor.ask(getTestBots, { query: { conditionId } })).items;
    const result = (await stage.visitor.ask(getTestReport, { query: { botId: point?.botId ?? '' } })).figures.result;
    const address = `/backtest/${conditionId}?point=${point?.botId}`;
    const months = `/backtest/${conditionId}?point=${point?.botId}&tab=months`;
    await expectShown(result, {
      headline: { address, of: (on) => on.getByLabel('The result at a glance').locator('dd').nth(1) },
      'from gross to net': {
        address,
        of: (on) => on.locator('dl > div', { hasText: 'Net result' }).locator('dd').last(),
      },
      'by symbol': { address, of: cell('Result by Symbol', /^Total/, 5) },
      'by direction': { address, of: cell('Result by Direction', /^Total/, 5) },
      'by exit': { address, of: cell('Result by Exit', /^Total/, 5) },
      'by month': {
        address: months,
        of: (on) =>
          on
            .getByRole('row', { name: /^Total/ })
            .locator('td')
            .first(),
      },
    });
    expect(stage.visitor.complaints).toEqual([]);
  });
});
