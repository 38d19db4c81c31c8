import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOrders } from '#contract/cycle.ts';
import { getStatus } from '#contract/system.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { AXE_ALLOWED, graveFindings } from '../support/axe.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import { carryOut } from '../support/menu-acts.ts';
import { STORY_MS } from '../support/story-limit.ts';
import type { Visitor } from '../support/visitor.ts';

const STORY = { timeout: STORY_MS };

let stage: HeldStage;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  stage = await openDemo(AXE_ALLOWED);
  ({ visitor, page } = stage);
  await stage.enterAll(); // Every story below begins with a position.
});

afterAll(() => stage.close());

beforeEach(() => visitor.forget());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: 'screenshots/bot-drawer-failed.png' });
});

const drawer = () => page.locator('aside');
const title = () => drawer().getByRole('heading', { level: 2 }).first().innerText();
const rowOf = (botId: string) => page.locator(`tr[data-row="${botId}"]`);
const shownIds = () =>
  page
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? '').filter((id) => !id.includes(' ')));

async function openBots(query = ''): Promise<void> {
  await page.goto(`/dca/bots${query}`);
  await page.locator('tr[data-row]').first().waitFor();
}

describe('the drawer of a bot', () => {
  it('opens by Enter on a row, follows j and k in the order of the table, and closes by Escape', STORY, async () => {
    await openBots('?sort=bot');
    const ids = await shownIds();
    const names = new Map((await stage.bots()).map((bot) => [bot.botId, bot.name]));
    expect(ids.map((id) => names.get(id))).toEqual([...names.values()].toSorted((a, b) => a.localeCompare(b)));
    await rowOf(ids[0] ?? '').focus();
    await page.keyboard.press('Enter');
    await expect.poll(title).toBe(names.get(ids[0] ?? ''));
    expect(new URL(page.url()).searchParams.get('bot')).toBe(ids[0]);
    expect(await rowOf(ids[0] ?? '').getAttribute('aria-selected')).toBe('true');
    await drawer().getByRole('button', { name: 'Next' }).click();
    await expect.poll(title).toBe(names.get(ids[1] ?? ''));
    await page.keyboard.press('j');
    await expect.poll(title).toBe(names.get(ids[2] ?? ''));
    await page.keyboard.press('k');
    await expect.poll(title).toBe(names.get(ids[1] ?? ''));
    expect(await graveFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
    expect(visitor.complaints).toEqual([]);
  });

  it('lists the orders that rest at the engine, the take profit among them', STORY, async () => {
    const bot = await stage.botNamed('BTC steady long');
    await openBots(`?bot=${bot.botId}`);
    const cycleId = bot.atoms[0]?.currentCycleId ?? '';
    const orders = (await visitor.ask(getOrders, { params: { kind: 'dca-bot' }, query: { cycleId } })).items;
    const resting = orders.filter((order) => order.state === 'OPEN');
    expect(resting.map((order) => order.role)).toContain('take_profit');
    const lines = drawer().getByRole('table').locator('tbody tr');
    await expect
      .poll(() => lines.count())
      .toBe(resting.length + (bot.stopLossPercent === null ? 0 : 1) - stops(orders));
    await drawer().getByRole('cell', { name: 'Take profit' }).waitFor();
    await drawer()
      .getByText(/^Trading: cycle \d+ is open\.$/)
      .waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('leads to strategy, portfolio and log, and names every parameter', STORY, async () => {
    const bot = await stage.botNamed('BTC steady long');
    await openBots(`?bot=${bot.botId}`);
    await drawer().getByRole('button', { name: 'Settings' }).click();
    await drawer().getByRole('link', { name: bot.portfolioName }).waitFor();
    await drawer().getByText('Base order', { exact: true }).waitFor();
    await drawer().getByRole('button', { name: 'Decisions' }).click();
    await drawer().getByRole('link', { name: 'Open the whole log' }).click();
    await page.waitForURL(`**/dca/logs?bot=${bot.botId}`);
    expect(visitor.complaints).toEqual([]);
  });

  it(
    'says why a bot does not trade, as the engine judges it, before and after an act in the drawer',
    STORY,
    async () => {
      const bot = await stage.botNamed('SOL quick long');
      await openBots(`?bot=${bot.botId}`);
      await drawer().getByRole('button', { name: 'Stop…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Hand it over to you' }).check();
      await carryOut(page, dialog, 'Stop SOL quick long, hand the position over');
      await dialog.waitFor({ state: 'detached' });
      await drawer().getByText('Stopped. Restart it to open new cycles.').waitFor();
      await drawer().getByRole('button', { name: 'Start a new run…' }).click();
      await carryOut(page, dialog, 'Start SOL quick long');
      await drawer().getByText('Ready: the next cycle opens when the minute closes.').waitFor();
      await stage.market.step(1, visitor);
      await drawer().getByText('Entering: the base order fills with the next minute.').waitFor();
      expect(visitor.complaints).toEqual([]);
    },
  );

  it(
    'a deal by hand is previewed, ordered and taken back by keyboard, and fills as its preview said',
    STORY,
    async () => {
      const bot = await stage.botNamed('BTC steady long');
      await openBots(`?bot=${bot.botId}`);
      const dialog = page.getByRole('dialog');
      const order = async () => {
        await drawer().getByRole('button', { name: 'Deal by hand…' }).press('Enter');
        await carryOut(page, dialog, 'Add to BTC long');
        await dialog.waitFor({ state: 'detached' });
        await drawer().getByText('Waiting', { exact: true }).waitFor();
      };
      await order();
      await drawer()
        .getByRole('button', { name: /^Undo: Add/ })
        .press('Enter');
      await drawer().getByText('Cancelled', { exact: true }).waitFor();
      await drawer().getByRole('button', { name: 'Deal by hand…' }).press('Enter');
      const foretold = dialog
        .getByRole('row', { name: /^Take profit/ })
        .getByRole('cell')
        .last();
      const takeProfit = await foretold.innerText();
      expect(await graveFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await openBots(`?bot=${bot.botId}`);
      await order();
      await stage.market.step(1, visitor);
      await drawer().getByText('Filled', { exact: true }).waitFor();
      await drawer().getByRole('cell', { name: takeProfit, exact: true }).waitFor();
      expect(visitor.complaints).toEqual([]);
    },
  );

  it('the cycle drawer lists the resting take profit, walks by arrows and has the acts of its bot', STORY, async () => {
    const bot = await stage.botNamed('BTC steady long');
    const cycleId = bot.atoms[0]?.currentCycleId ?? '';
    await page.goto(`/dca/portfolio/${bot.portfolioId}?cycle=${cycleId}`);
    await drawer().getByRole('cell', { name: 'Take profit' }).first().waitFor();
    await drawer().getByRole('button', { name: 'Stop…' }).waitFor();
    await drawer()
      .getByRole('link', { name: `Bot ${bot.name}` })
      .waitFor();
    await page.locator(`tr[data-row="${cycleId}"]`).focus();
    const next = await page.locator(`tr[data-row="${cycleId}"] + tr`).getAttribute('data-row');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => new URL(page.url()).searchParams.get('cycle')).toBe(next);
    expect(await graveFindings(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });
});

describe('the curve of a portfolio', () => {
  it('is as wide as its frame, also when a drawer takes room from it and gives it back', STORY, async () => {
    const bot = await stage.botNamed('BTC steady long');
    await page.goto(`/dca/portfolio/${bot.portfolioId}`);
    const curve = page.getByRole('figure', { name: 'Equity and drawdown' });
    /** Of the frame, and whether what is drawn in it is as wide; the library draws in even widths. */
    const widths = () =>
      curve.evaluate((frame) => {
        const drawn = frame.querySelector('table')?.clientWidth ?? 0;
        return { width: frame.clientWidth, fits: Math.abs(drawn - frame.clientWidth) <= 1 };
      });
    await expect.poll(async () => (await widths()).fits).toBe(true);
    const { width } = await widths();
    await page.locator('section[aria-label="Cycles"] tr[data-row]').first().click();
    await drawer().waitFor();
    await expect.poll(async () => (await widths()).fits).toBe(true);
    expect((await widths()).width).toBeLessThan(width);
    await page.keyboard.press('Escape');
    await expect.poll(widths).toEqual({ width, fits: true });
  });
});

describe('the bots table', () => {
  it('fits a window of 1440 px, with results and danger in view beside a drawer, too', STORY, async () => {
    await openBots();
    const table = page.getByRole('group', { name: 'DCA paper', exact: true });
    const cutPx = () => table.evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    const heads = () => table.getByRole('columnheader').allInnerTexts();
    expect(await cutPx()).toBeLessThanOrEqual(0);
    expect(await heads()).toEqual(expect.arrayContaining(['Stop, %', '7 d', 'Portfolio', 'Strategy']));
    await page.locator('tr[data-row]').first().click();
    await drawer().waitFor();
    await expect.poll(cutPx).toBeLessThanOrEqual(0);
    const shown = await table.getByRole('columnheader').evaluateAll((all) => all.filter((one) => one.clientWidth > 0));
    expect(shown.length).toBeGreaterThan(8);
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  });

  it('keeps its order in the address and shows only the bots of the chosen portfolio', STORY, async () => {
    await openBots();
    await page.getByRole('button', { name: 'Portfolio', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-portfolio');
    await page.reload();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Portfolio', exact: true }).getAttribute('aria-sort'))
      .toBe('descending');
    const [first] = await stage.bots();
    await page.getByRole('combobox', { name: 'Portfolio of the bots' }).selectOption(first?.portfolioName ?? '');
    const own = (await stage.bots()).filter((bot) => bot.portfolioId === first?.portfolioId).map((bot) => bot.botId);
    await expect.poll(async () => (await shownIds()).toSorted()).toEqual(own.toSorted());
    expect(own.length).toBeLessThan((await stage.bots()).length);
    expect(visitor.complaints).toEqual([]);
  });
});

describe('the bots on a phone', () => {
  it.each(['en', 'ru'] as const)(
    'in %s five bots that hold positions are whole on one screen, beneath environment and market clock',
    async (language) => {
      await page.evaluate((chosen) => localStorage.setItem('botyard.language', chosen), language);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/dca/bots');
      const cards = page.locator('main li', { has: page.getByRole('heading', { level: 2 }) });
      await cards.nth(4).waitFor();
      const { marketTime } = await visitor.ask(getStatus, {});
      await page.getByText('SIM', { exact: true }).waitFor();
      await page.getByText(`${utcMinute(marketTime, language)} ×`).waitFor();
      await expect.poll(() => cards.evaluateAll(countWhole)).toBeGreaterThanOrEqual(5);
      expect(await graveFindings(page)).toEqual([]);
      await page.evaluate(() => localStorage.removeItem('botyard.language'));
    },
  );

  it('the menu of a card offers chart, log and every act that the table offers', STORY, async () => {
    const [bot] = await stage.bots();
    const name = bot?.name ?? '';
    const opener = page.getByRole('button', { name: `Actions for ${name}`, exact: true });
    const items = () => page.getByRole('menuitem').allInnerTexts();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openBots();
    await rowOf(bot?.botId ?? '').hover();
    await opener.click();
    await page.getByRole('menu').waitFor();
    const onDesktop = await items();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dca/bots');
    await opener.click();
    await page.getByRole('menu').waitFor();
    expect(await items()).toEqual([`Chart for ${name}`, `Log of ${name}`, ...onDesktop]);
    await page.getByRole('menuitem', { name: `Log of ${name}` }).click();
    await page.waitForURL(`**/dca/logs?bot=${bot?.botId}`);
    expect(visitor.complaints).toEqual([]);
  });
});

/** Runs in the page. How many of these stand wholly between header and navigation, with nothing beyond their sides. */
function countWhole(cards: readonly Element[]): number {
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const bottom = Math.max(...[...document.querySelectorAll('nav')].map((nav) => nav.getBoundingClientRect().top));
  return cards.filter((card) => {
    const own = card.getBoundingClientRect();
    const parts = [...card.querySelectorAll('*')].map((part) => part.getBoundingClientRect());
    const fits = parts.every((part) => part.left >= own.left && part.right <= own.right);
    return own.top >= top && own.bottom <= bottom && fits;
  }).length;
}

/** Stop-losses that rest as orders; otherwise the engine watches the price for them. */
function stops(orders: readonly { readonly role: string; readonly state: string }[]): number {
  return orders.filter(({ role, state }) => role === 'stop_loss' && state === 'OPEN').length;
}
