import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBackFills, getMarketHistory } from '#contract/market.ts';
import type { HeldMarket } from '../support/held-market.ts';
import { type HeldStage, openHeld } from '../support/held-stage.ts';
import { goByKeys } from '../support/press-keys.ts';
import { STORY_MS } from '../support/story-limit.ts';
import { figure, type Visitor } from '../support/visitor.ts';

const SLOW = { timeout: STORY_MS };
const PATIENCE = { timeout: 60_000 };

let stage: HeldStage;
let market: HeldMarket;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  stage = await openHeld(); // Nothing is fetched by itself, so what the page shows is what it asked for.
  ({ market, visitor, page } = stage);
});

afterAll(() => stage.close());

const rows = (): Locator => page.locator('main tbody tr[data-row]');

/** What the chart says of its first candle, as UTC milliseconds. */
async function chartBegins(): Promise<number> {
  const words = await page.getByText(/^from \d+ \w+ \d+:\d+ UTC$/).innerText();
  return Date.parse(`${words.slice('from '.length, -' UTC'.length)} 2025 UTC`.replace(/(\d+:\d+) (2025)/, '$2 $1'));
}

describe('the market pages', SLOW, () => {
  it('g m opens the list of contracts, sorted by turnover', async () => {
    await page.getByRole('button', { name: 'Load the demo' }).waitFor();
    await goByKeys(page, 'm', '**/market');
    await rows().first().waitFor();
    await expect.poll(() => rows().count()).toBeGreaterThan(39);
    await expect.poll(() => rows().first().getAttribute('data-row')).toBe('BTCUSDT');
    await page.getByRole('button', { name: 'Not trading 1' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    expect(await rows().innerText()).toContain('Halted');
    await page.goBack();
    await page.keyboard.press('/');
    await page.keyboard.type('ethu');
    await page.waitForURL('**/market?q=ethu');
    await expect.poll(() => rows().count()).toBe(1);
    await rows().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/market/ETHUSDT');
  });

  it("a contract page shows its price, also the one fetched with the user's key", async () => {
    await page.getByRole('heading', { name: 'ETHUSDT', exact: true }).waitFor();
    const price = async (caption: string) => Number((await figure(page, caption).innerText()).replace(/[^\d.]/g, ''));
    expect(await price('Last price')).toBeGreaterThan(1_000);
    await page.getByText(/^market \d+ \w+ \d+:\d+$/).waitFor(PATIENCE);
    expect(await price('Price via your API key')).toBeGreaterThan(1_000);
  });

  it('the chart loads older candles when scrolled back and keeps growing at its end', async () => {
    const first = await chartBegins();
    const chart = page.getByRole('group', { name: /^Candles: the arrow keys/ });
    await chart.focus();
    await page.keyboard.press('Home');
    await expect.poll(chartBegins, PATIENCE).toBeLessThan(first);
    expect((first - (await chartBegins())) / 900_000).toBe(1_000);
    const candles = page.getByRole('figure', { name: 'Candles of ETHUSDT' });
    await candles.getByRole('button', { name: 'Show as a table' }).click();
    const newest = () => candles.locator('tbody tr').first().innerText();
    const before = await newest();
    await market.step(1, visitor);
    await expect.poll(newest, PATIENCE).not.toBe(before);
    await candles.getByRole('button', { name: 'Show as a chart' }).click();
  });

  it('market and interval can be switched and stay in the address', async () => {
    await page.getByRole('button', { name: 'Spot' }).click();
    await page.waitForURL('**?market=spot');
    await page.getByText('1 h', { exact: true }).click();
    await page.waitForURL('**?market=spot&interval=1h');
    await page.getByText(/^from /).waitFor(PATIENCE);
    await page.reload();
    await page.getByText(/^from /).waitFor(PATIENCE);
    await expect.poll(() => page.getByRole('button', { name: 'Spot' }).getAttribute('aria-pressed')).toBe('true');
    expect(visitor.complaints).toEqual([]);
  });

  it('downloading the history of all contracts shows progress and can be cancelled', async () => {
    const form = page.getByRole('form', { name: 'Download history' });
    await form.getByRole('button', { name: 'All contracts' }).click();
    await form.getByText(/^At most [34],\d{3} requests/).waitFor();
    await form.getByRole('button', { name: 'Download', exact: true }).click();
    const progress = page.getByRole('progressbar', { name: 'Progress of All contracts' });
    await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow')), PATIENCE).toBeGreaterThan(0);
    await page.getByText(/min\/s · .+ left/).waitFor();
    await page.getByRole('button', { name: 'Cancel download of All contracts' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    const [job] = (await visitor.ask(getBackFills, {})).items;
    expect(job).toMatchObject({ state: 'cancelled', isOwn: true, symbols: null });
    expect(job?.minutesDone).toBeGreaterThan(0);
  });

  it('downloaded days of one contract appear in its history', async () => {
    const form = page.getByRole('form', { name: 'Download history' });
    await form.getByRole('button', { name: 'This contract' }).click();
    await form.getByRole('button', { name: 'Dates' }).click();
    await form.getByText('Choose the first day.').waitFor();
    await form.getByLabel('First day').fill('2025-04-20');
    await form.getByLabel('Last day, included').fill('2025-04-20');
    await form.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByText('Done', { exact: true }).waitFor(PATIENCE);
    const oldest = page
      .locator('dl div')
      .filter({ has: page.getByText('Oldest minute') })
      .locator('dd');
    await expect.poll(() => oldest.innerText(), PATIENCE).toBe('20 Apr 00:00');
    const history = await visitor.ask(getMarketHistory, { query: { symbol: 'ETHUSDT' } });
    expect(history.stored.at(-1)).toEqual({ from: '2025-04-20T00:00:00.000Z', to: '2025-04-21T00:00:00.000Z' });
    expect(visitor.complaints).toEqual([]);
  });
});
