import { Decimal } from 'decimal.js';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import { createBot } from '#contract/bot.ts';
import { getOrderStat } from '#contract/orders/order-stat.ts';
import { createPortfolio, getPortfolioList } from '#contract/portfolio.ts';
import { getStatus } from '#contract/system.ts';
import { getTestBots } from '#contract/tests/test-bot.ts';
import { getTestConditions } from '#contract/tests/test-condition.ts';
import { getTestReport } from '#contract/tests/test-report.ts';
import { LADDERS, manyLadders } from '../support/figures/many-ladders.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import { STORY_MS } from '../support/story-limit.ts';

const STORY = { timeout: STORY_MS };
const SHOWN = { timeout: 30_000 };

/** In which cycles of narrow ladders open and end. */
const MINUTES = 20;

let stage: HeldStage;
let page: Page;

beforeAll(async () => {
  stage = await openDemo();
  ({ page } = stage);
  await stage.enterAll();
  await fillPortfolio();
  await stage.market.step(MINUTES, stage.visitor);
});
afterAll(() => stage.close());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: 'screenshots/figures-failed.png' });
});

/** A portfolio as large as those of heavy users, beside the demo. */
async function fillPortfolio(): Promise<void> {
  const { wallet, ladders } = manyLadders();
  const { ask } = stage.visitor;
  const { portfolioId } = await ask(createPortfolio, { params: { kind: 'dca-bot' }, body: wallet });
  for (const { symbols, ...ladder } of ladders) {
    const body = { ...ladder, portfolioId, symbols: [...symbols] };
    await ask(createBot, { params: { kind: 'dca-bot' }, body });
  }
}

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

/**
 * Waits until each place shows the figure as the API answers it, exact to its two decimals or whole. The API is asked again each
 * time, because the last cycles of a step are stored a moment after it.
 */
async function expectShown(exact: () => Promise<string>, places: Readonly<Record<string, Place>>): Promise<void> {
  for (const [name, { address, of }] of Object.entries(places)) {
    if (new URL(page.url()).pathname + new URL(page.url()).search !== address) await page.goto(address);
    const compared = async () => [plain(await of(page).first().innerText()), shownAs(await exact())] as const;
    await expect
      .poll(async () => {
        const [shown, expected] = await compared();
        return shown === expected ? 'the same' : `${name}: ${shown} instead of ${expected}`;
      }, SHOWN)
      .toBe('the same');
  }
}

const shownAs = (exact: string): string =>
  exact.includes('.') ? new Decimal(exact).toFixed(2, Decimal.ROUND_HALF_UP) : exact;

const askList = async () => (await stage.visitor.ask(getPortfolioList, {})).items;
type Listed = Awaited<ReturnType<typeof askList>>[number];
const askSum = async (pick: (one: Listed) => string) => total((await askList()).map(pick));

const total = (amounts: readonly string[]): string => cashText(sum(amounts.map(cashFrom)));
const TOTALS = /simulated fills$/;
const cents = (amount: string) => new Decimal(amount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
/** Terms of the bridge add up as they are shown: the open result takes what rounding moves. */
function openOf(list: readonly Listed[]): string {
  const sumOf = (pick: (one: Listed) => string) => cents(total(list.map(pick)));
  const parts = [sumOf((one) => one.walletStart), sumOf((one) => one.transfers), sumOf((one) => one.resultAll)];
  return parts
    .reduce(
      (left, part) => left.minus(part),
      sumOf((one) => one.equity),
    )
    .toFixed(2);
}

describe('figures on screen', () => {
  it('each total of the demo and of 200 bots reads the same on all pages, as the API answers it', STORY, async () => {
    await expectShown(() => askSum((one) => one.equity), {
      'home, totals': { address: '/portfolios', of: headline(TOTALS, 'Equity') },
      'bots, band': { address: '/dca/bots', of: headline('All bots together', 'Equity') },
    });
    await expectShown(async () => (await stage.visitor.ask(getStatus, {})).todayPaper, {
      strip: { address: '/portfolios', of: inStrip('paper') },
      'home, totals': { address: '/portfolios', of: headline(TOTALS, 'Today') },
      'bots, band': { address: '/dca/bots', of: headline('All bots together', 'Closed today, net') },
    });
    await expectShown(async () => openOf(await askList()), {
      'home, bridge': {
        address: '/portfolios',
        of: (on) => on.getByRole('region', { name: TOTALS }).locator('[data-term="open"] [data-exact]').first(),
      },
      'bots, band': { address: '/dca/bots', of: headline('All bots together', 'Open result') },
    });
    await expectShown(async () => String((await stage.visitor.ask(getStatus, {})).unprotected), {
      strip: { address: '/portfolios', of: (on) => on.locator('[data-part="unprotected"]') },
      'bots, filter': {
        address: '/dca/bots',
        of: (on) =>
          on.getByRole('button', { name: /^Unprotected/ }).or(on.locator('label', { hasText: /^Unprotected/ })),
      },
    });
    expect(stage.visitor.complaints).toEqual([]);
  });

  it('each figure of a portfolio, of 200 bots too, reads the same at home and on its page', STORY, async () => {
    const list = await askList();
    const large = list.find(({ botsTotal }) => botsTotal === LADDERS);
    expect(large?.closedCycles).toBeGreaterThan(0);
    expect(large?.openCycles).toBeGreaterThan(0);
    for (const one of list.filter(({ botsTotal }) => botsTotal > 0)) {
      const now = async () => (await askList()).filter(({ portfolioId }) => portfolioId === one.portfolioId);
      await expectShown(async () => (await now())[0]?.equity ?? '', {
        [`home, row of ${one.name}`]: {
          address: '/portfolios',
          of: (on) => on.locator('tr[data-row]', { hasText: one.name }).locator('[data-exact]').first(),
        },
        [`page of ${one.name}`]: {
          address: `/dca/portfolio/${one.portfolioId}`,
          of: headline('Key figures', 'Equity'),
        },
      });
      await expectShown(async () => openOf(await now()), {
        [`page of ${one.name}, open result`]: {
          address: `/dca/portfolio/${one.portfolioId}`,
          of: headline('Key figures', 'Open result'),
        },
      });
    }
    expect(stage.visitor.complaints).toEqual([]);
  });

  it('the page of orders reads the figures of the day as the API answers them', STORY, async () => {
    const askDay = async () => (await stage.visitor.ask(getOrderStat, { query: {} })).total;
    const ofOrders = (group: string, caption: string) => ({
      orders: { address: '/order-stat', of: headline(group, caption) },
    });
    await expectShown(async () => (await askDay()).net, ofOrders('Cycles and result of the period', 'Net of fills'));
    await expectShown(async () => String((await askDay()).sent), ofOrders('Figures of the period', 'Orders'));
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
    await expectShown(async () => result, {
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
