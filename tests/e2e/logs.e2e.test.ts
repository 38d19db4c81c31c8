import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLogCounts, getLogs } from '#contract/cycle.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import type { Visitor } from '../support/visitor.ts';

const paper = { params: { kind: 'dca-bot' } } as const;

let stage: HeldStage;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  stage = await openDemo({ acceptDownloads: true });
  ({ visitor, page } = stage);
});

afterAll(() => stage.close());

const count = (text: string) => Number(text.replaceAll(/\D/g, ''));
const chip = (level: string) => page.getByRole('group', { name: 'Level' }).getByRole('button', { name: level });
const counted = async () => {
  const { info, warning, error } = await visitor.ask(getLogCounts, { ...paper, query: {} });
  return { total: info + warning + error, warning };
};

async function openLog(search = ''): Promise<void> {
  await page.goto(`/dca/logs${search}`);
  await page.getByText(/^[\d,]+ of [\d,]+ entries/).waitFor();
}

describe('the log page', () => {
  it('every level shows its count, and the list says how much of all it shows', async () => {
    await openLog();
    const { total, warning } = await counted();
    expect(total).toBeGreaterThan(1_000);
    await expect.poll(async () => count(await chip('All').innerText())).toBe(total);
    expect(count(await chip('Warning').innerText())).toBe(warning);
    await page.getByText(`200 of ${total.toLocaleString('en-US')} entries`).waitFor();
  });

  it('older entries load while the log is scrolled, and only the lines in view are drawn', async () => {
    await openLog();
    const frame = page.getByRole('group', { name: /logs$/ });
    await expect
      .poll(async () => {
        await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return count((await page.getByText(/ of [\d,]+ entries/).innerText()).split(' of ')[0] ?? '');
      })
      .toBeGreaterThanOrEqual(600);
    expect(await frame.locator('tr[data-level]').count()).toBeLessThan(150);
  });

  it('a paused log stands still and counts what comes; following shows it', async () => {
    await openLog();
    const first = page.locator('tr[data-level]').first();
    await page.getByRole('button', { name: 'Pause' }).click();
    const before = await first.innerText();
    const { total } = await counted();
    while ((await counted()).total === total) await stage.market.step(5, visitor);
    await page.getByText(/· \d+ new/).waitFor();
    await expect.poll(() => first.innerText()).toBe(before);
    await page.getByRole('button', { name: 'Follow' }).click();
    await expect.poll(() => first.innerText()).not.toBe(before);
  });

  it('a time range filters entries and counts', async () => {
    await openLog();
    const { items } = await visitor.ask(getLogs, { ...paper, query: { limit: '60' } });
    const from = `${items[49]?.ts.slice(0, 16)}:00Z`;
    const { items: later } = await visitor.ask(getLogs, { ...paper, query: { limit: '1000', dateFrom: from } });
    await openLog(`?from=${from}`);
    await expect.poll(async () => count(await chip('All').innerText())).toBe(later.length);
    await expect.poll(() => page.getByLabel('From, UTC').inputValue()).toBe(from.slice(0, 16));
  });

  it('a cycle unfolds to its whole story, from its opening on', async () => {
    await openLog('?view=cycles&q=closed+by+take+profit');
    const story = page.locator('ol > li').first();
    await story.getByRole('button').click();
    await expect.poll(() => story.locator('ol > li').count()).toBeGreaterThan(2);
    expect(await story.locator('ol > li').first().innerText()).toContain('Opened a');
    expect(await story.locator('ol > li').last().innerText()).toContain('closed by take profit');
  });

  it('an entry names its event and its figures in words', async () => {
    await openLog('?q=closed+by+take+profit');
    await page.getByRole('button', { name: 'Details of the entry' }).first().click();
    await page.getByText('Cycle closed CYCLE_CLOSED').waitFor();
    await page.getByText('Net result, USDT').waitFor();
  });

  it('the export holds every entry that the filter finds, not only those on the page', async () => {
    await openLog('?q=filled');
    const total = count(await chip('All').innerText());
    expect(total).toBeGreaterThan(200);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(total + 1);
    expect(lines[0]).toBe('"Time, UTC",Level,Event,Bot,Symbol,What happened,Cycle,Order,Figures');
  });

  it('one symbol is followed alone: what comes in of others is not shown, and the file holds just its entries', async () => {
    const { items } = await visitor.ask(getLogs, { ...paper, query: { limit: '200' } });
    const symbols = items.flatMap(({ symbol }) => symbol ?? []);
    const times = (one: string) => symbols.filter((symbol) => symbol === one).length;
    // The one with most entries has its next one soonest.
    const [symbol = '', other] = [...new Set(symbols)].sort((one, two) => times(two) - times(one));
    expect(other).toBeDefined();
    await openLog();
    await page.getByRole('combobox', { name: 'Symbol' }).selectOption(symbol);
    await page.waitForURL(/symbol=/);
    const ofSymbol = async () =>
      (await visitor.ask(getLogs, { ...paper, query: { symbol, limit: '1' } })).items[0]?.logId;
    const before = await ofSymbol();
    while ((await ofSymbol()) === before) await stage.market.step(5, visitor);
    const newest = await ofSymbol();
    const shown = page.locator('tr[data-row]');
    await expect.poll(() => shown.first().getAttribute('data-row')).toBe(newest);
    const told = await shown.locator('td:nth-child(5)').allInnerTexts();
    expect(new Set(told)).toEqual(new Set([symbol]));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(count(await chip('All').innerText()) + 1);
    expect(lines.slice(1).every((line) => line.includes(`,${symbol},`))).toBe(true);
  });

  it('an entry of a fill shows its order, and the order leads to all of its entries', async () => {
    await openLog('?q=Take+profit+filled');
    await page.getByRole('button', { name: 'Details of the entry' }).first().click();
    const order = page.getByRole('region', { name: 'Order' });
    await order
      .getByText('Take profit: sell', { exact: false })
      .or(order.getByText('Take profit: buy', { exact: false }))
      .waitFor();
    expect(await order.locator('tbody tr').count()).toBeGreaterThan(0);
    await order.getByRole('link', { name: 'Show the entries of this order' }).click();
    await page.getByRole('button', { name: 'one order ×' }).waitFor();
    const orderId = new URL(page.url()).searchParams.get('order') ?? '';
    const { items } = await visitor.ask(getLogs, { ...paper, query: { orderId, limit: '100' } });
    await expect.poll(() => page.locator('tr[data-row]').count()).toBe(items.length);
    expect(items.every((line) => line.orderId === orderId)).toBe(true);
  });

  it('the list of orders leads to the log of one order', async () => {
    await page.goto('/order-stat');
    const link = page.getByRole('group', { name: 'Worst fills' }).getByRole('link', { name: 'Log' }).first();
    await link.click();
    await page.getByRole('button', { name: 'one order ×' }).waitFor();
    await page.locator('tr[data-row]').first().waitFor();
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(10);
  });
});
