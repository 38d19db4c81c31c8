import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCycleCounts, getCycles } from '#contract/cycle.ts';
import { getPortfolioList } from '#contract/portfolio.ts';
import { graveFindings } from '../support/axe.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import type { Visitor } from '../support/visitor.ts';

let stage: HeldStage;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  stage = await openDemo();
  ({ visitor, page } = stage);
});

afterAll(() => stage.close());

/** The number of the row that has the focus, from 1; 0 while none has it. */
async function focusedRow(): Promise<number> {
  const index = await page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex') ?? null);
  return index === null ? 0 : Number(index) - 1;
}

describe('the cycles of a portfolio', () => {
  it('the whole list is reached by scrolling, few rows of it are drawn, and a row opens in a new tab', async () => {
    const kind = 'dca-bot';
    const own = (await visitor.ask(getPortfolioList, {})).items.filter((one) => one.kind === kind);
    const counted = await Promise.all(
      own.map(async ({ portfolioId }) => {
        const counts = await visitor.ask(getCycleCounts, { params: { kind }, query: { portfolioId } });
        return { portfolioId, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
      }),
    );
    const most = counted.toSorted((a, b) => b.total - a.total)[0];
    const total = most?.total ?? 0;
    expect(total).toBeGreaterThan(100);

    await page.goto(`/dca/portfolio/${most?.portfolioId}?period=all`);
    const table = page.getByRole('region', { name: 'Cycles' }).getByRole('table');
    await table.waitFor();
    const rowsTold = async () => Number(await table.getAttribute('aria-rowcount')) - 1;
    // The demo may still close cycles of the minutes that it catches up.
    await expect.poll(rowsTold).toBeGreaterThanOrEqual(total);
    const rows = page.locator('tr[data-row]');
    await rows.first().focus();
    // Each press reaches the end of what is loaded, which brings the next page.
    const pressEnd = async () => {
      await page.keyboard.press('End');
      return focusedRow();
    };
    await expect.poll(async () => (await pressEnd()) === (await rowsTold())).toBe(true);
    expect(await rows.count()).toBeLessThan(total);
    await page.keyboard.press('Home');
    await expect.poll(focusedRow).toBe(1);
    expect(await graveFindings(page)).toEqual([]);

    const [tab] = await Promise.all([
      visitor.context.waitForEvent('page'),
      rows.first().click({ modifiers: ['Control'], position: { x: 300, y: 10 } }),
    ]);
    await tab.waitForURL((url) => url.searchParams.has('cycle'));
    expect(new URL(page.url()).searchParams.has('cycle')).toBe(false);
    await tab.close();
  });
});

describe('the orders behind them', () => {
  const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth;

  it('their statistics fit a window of 1024 px, but for the widest table, which keys scroll beside its names', async () => {
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto('/order-stat?span=month');
    for (const label of ['Worst fills', 'Executed orders']) {
      const table = page.getByRole('group', { name: label });
      await table.getByRole('row').nth(1).waitFor();
      expect(await table.evaluate(isWhole)).toBe(true);
    }
    const wide = page.getByRole('group', { name: 'By order role' });
    const name = wide.getByRole('columnheader').first();
    await wide.scrollIntoViewIfNeeded();
    const before = await name.boundingBox();
    await wide.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => wide.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    expect((await name.boundingBox())?.x).toBe(before?.x);
  });

  it('those of a cycle fit a phone in Russian', async () => {
    const kind = 'dca-bot';
    const portfolios = (await visitor.ask(getPortfolioList, {})).items.filter((one) => one.kind === kind);
    const portfolioId = portfolios[0]?.portfolioId ?? '';
    const [cycle] = (await visitor.ask(getCycles, { params: { kind }, query: { portfolioId, limit: '1' } })).items;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => localStorage.setItem('botyard.language', 'ru'));
    await page.goto(`/dca/portfolio/${portfolioId}?cycle=${cycle?.cycleId}`);
    await page.getByRole('button', { name: 'Ордера', exact: true }).click();
    const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Состояние' }) });
    await table.getByRole('row').nth(1).waitFor();
    const { x = 0, width = 0 } = (await table.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(0);
    expect(x + width).toBeLessThanOrEqual(390);
  });
});
