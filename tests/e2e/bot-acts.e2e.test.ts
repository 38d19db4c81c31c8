import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBot, restartBot, stopBot } from '#contract/bot.ts';
import { getOrders, getTrades } from '#contract/cycle.ts';
import { applyStrategy, getStrategies, saveStrategy } from '#contract/strategy.ts';
import type { Bot, Order } from '#web/api/trading-queries.ts';
import { AXE_ALLOWED, graveFindings } from '../support/axe.ts';
import { type HeldStage, isFlat, openDemo } from '../support/held-stage.ts';
import { carryOut, choose } from '../support/menu-acts.ts';
import { worded } from '../support/order-words.ts';
import { expectRefusedOnce, type Visitor } from '../support/visitor.ts';

const STORY = { timeout: 1_800_000 };
const paper = { params: { kind: 'dca-bot' } } as const;

let stage: HeldStage;
let visitor: Visitor;
let page: Page;
let deletedBotId: string;

beforeAll(async () => {
  stage = await openDemo(AXE_ALLOWED);
  ({ visitor, page } = stage);
  await stage.enterAll(); // Every story below begins with a position.
});

afterAll(() => stage.close());

beforeEach(async () => {
  visitor.forget();
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: 'screenshots/bot-acts-failed.png' });
});

const quantities = (bot: Bot) => bot.atoms.map((atom) => atom.quantity);
const inState = (name: string, state: string) =>
  expect.poll(async () => (await stage.botNamed(name)).state).toBe(state);

async function ordersOf(cycleIds: readonly (string | null)[]): Promise<readonly Order[]> {
  const ids = cycleIds.filter((id) => id !== null);
  const replies = await Promise.all(ids.map((cycleId) => visitor.ask(getOrders, { ...paper, query: { cycleId } })));
  return replies.flatMap((reply) => reply.items);
}

const cyclesOf = (bot: Bot) => bot.atoms.map((atom) => atom.currentCycleId);
const working = async (bot: Bot) => (await ordersOf(cyclesOf(bot))).filter((order) => order.state === 'OPEN');
const steps = <T extends { role: string }>(orders: readonly T[]) => orders.filter(({ role }) => role === 'safety');

const focusIsBackAt = (label: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(label);

const lines = async (dialog: Locator) => (await dialog.innerText()).split('\n').map((line) => line.trim());
const openBots = async () => {
  await page.getByRole('link', { name: 'DCA paper' }).first().click();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .waitFor();
};

describe('actions on a bot', () => {
  it('open by keyboard, pass axe, and return focus to their button on Escape', STORY, async () => {
    await openBots();
    const name = 'ETH two-way';
    for (const item of ['Finish…', 'Stop…', 'Edit TP / SL…', 'New cycles on or off…']) {
      const dialog = await choose(page, name, item);
      await dialog.getByText('Paper', { exact: false }).first().waitFor();
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      expect({ item, found: await graveFindings(page) }).toEqual({ item, found: [] });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await focusIsBackAt(`Actions for ${name}`);
    }
    expect(visitor.complaints).toEqual([]);
  });

  it('turning one direction off leaves the open cycles alone', STORY, async () => {
    const before = await stage.botNamed('LINK two-way');
    const dialog = await choose(page, 'LINK two-way', 'New cycles on or off…');
    expect(await dialog.getByRole('button', { name: 'Change new cycles' }).isDisabled()).toBe(true);
    await dialog.getByText('No changes yet.').waitFor();
    await dialog.getByRole('switch', { name: 'Opens long cycles' }).press('Space');
    await carryOut(page, dialog, 'Turn long cycles off');
    await expect.poll(async () => (await stage.botNamed('LINK two-way')).isEnterBuyEnabled).toBe(false);
    const after = await stage.botNamed('LINK two-way');
    expect(after.isEnterSellEnabled).toBe(true);
    expect(quantities(after)).toEqual(quantities(before));
    await focusIsBackAt('Actions for LINK two-way');
    expect(visitor.complaints).toEqual([]);
  });

  it('a new stop-loss replaces the old one as the dialog said; one inside the ladder is refused', STORY, async () => {
    const name = 'XRP fade short';
    const before = await stage.botNamed(name);
    const stops = (await working(before)).filter((order) => order.role === 'stop_loss');
    const dialog = await choose(page, name, 'Edit TP / SL…');
    await dialog.getByLabel('Stop-loss').fill('0.5');
    await dialog.getByRole('alert').getByText('This ladder cannot run. The reasons are listed below.').waitFor();
    expectRefusedOnce(visitor, 422);
    visitor.forget();
    const wider = String(Number(before.stopLossPercent ?? '8') + 2);
    await dialog.getByLabel('Stop-loss').fill(wider);
    await dialog.getByText(`Stop-loss of every cycle: ${wider} %`).waitFor();
    await dialog.getByRole('heading', { name: 'Replaces 1 order' }).waitFor();
    expect((await lines(dialog)).filter((line) => /^→ Stop-loss: .*, was /.test(line))).toHaveLength(stops.length);
    await carryOut(page, dialog, `Set take profit and stop-loss of ${name}`);
    await expect.poll(async () => (await stage.botNamed(name)).stopLossPercent).toBe(wider);
    const stopsNow = () => working(before).then((all) => all.filter((order) => order.role === 'stop_loss'));
    const ids = (orders: readonly Order[]) => orders.map((order) => order.orderId);
    await expect.poll(async () => ids(await stopsNow())).not.toEqual(ids(stops));
    expect(await stopsNow()).toHaveLength(1);
    expect((await stopsNow())[0]?.triggerPrice).not.toBe(stops[0]?.triggerPrice);
    expect(visitor.complaints).toEqual([]);
  });

  it(
    'stopping with protection cancels the listed steps and keeps position and exits; a restart takes them over',
    STORY,
    async () => {
      const name = 'BTC steady long';
      const before = await stage.botNamed(name);
      const resting = await working(before);
      const dialog = await choose(page, name, 'Stop…');
      await dialog.getByText(`Cancels ${steps(resting).length} orders:`).waitFor();
      const shown = await lines(dialog);
      expect(shown.filter((line) => line.startsWith('− '))).toEqual(steps(resting).map((step) => `− ${worded(step)}`));
      expect(shown.join('\n')).toContain(`${quantities(before)[0]} BTCUSDT long`);
      await carryOut(page, dialog, `Stop ${name}, keep protection`);
      await inState(name, 'STOPPED');
      const after = await stage.botNamed(name);
      expect(quantities(after)).toEqual(quantities(before));
      // A bot is told as it stands, its orders as they are stored: a moment later.
      await expect.poll(async () => (await working(after)).map((order) => order.role)).toEqual(['take_profit']);
      await focusIsBackAt(`Actions for ${name}`);

      const restart = await choose(page, name, 'Restart and take over the position…');
      await restart.getByText(`Run ${after.runNo + 1} starts, takes over the open position`).waitFor();
      expect(await graveFindings(page)).toEqual([]);
      await carryOut(page, restart, `Restart ${name}`);
      await inState(name, 'RUNNING');
      const again = await stage.botNamed(name);
      expect(again.runNo).toBe(after.runNo + 1);
      expect(quantities(again)).toEqual(quantities(before));
      await expect.poll(async () => steps(await working(again)).map(worded)).toEqual(steps(resting).map(worded));
      expect(visitor.complaints).toEqual([]);
    },
  );

  it(
    'stopping at market closes the position for about the fee shown, and the flat bot can be deleted',
    STORY,
    async () => {
      const name = 'SOL quick long';
      const before = await stage.botNamed(name);
      const resting = await working(before);
      const dialog = await choose(page, name, 'Stop…');
      await dialog.getByRole('radio', { name: 'Close it at market' }).check();
      const shown = await lines(dialog);
      expect(shown.filter((line) => line.startsWith('− '))).toHaveLength(resting.length);
      const told = Number(/taker fee of ([\d.]+) USDT/.exec(shown.join(' '))?.[1]);
      await carryOut(page, dialog, `Stop ${name}, close at market`);
      await inState(name, 'STOPPING');
      await stage.market.step(1, visitor); // The order meets the next minute's opening price.
      await inState(name, 'STOPPED');
      expect(isFlat(await stage.botNamed(name))).toBe(true);
      await expect.poll(() => working(before)).toEqual([]);
      const cycleId = cyclesOf(before)[0] ?? '';
      const { items } = await visitor.ask(getTrades, { ...paper, query: { cycleId } });
      const paid = Number(items.find((trade) => trade.role === 'exit' || trade.role === 'manual')?.commissionUsdt);
      expect(Math.abs(paid - told)).toBeLessThan(told / 50 + 0.01);

      deletedBotId = before.botId;
      const remove = await choose(page, name, 'Delete…');
      await remove.getByText('It has no position and no orders.').waitFor();
      expect(await graveFindings(page)).toEqual([]);
      await carryOut(page, remove, `Delete ${name}`);
      await expect.poll(async () => (await stage.bots()).map((bot) => bot.name)).not.toContain(name);
      await page.getByRole('button', { name: `Actions for ${name}` }).waitFor({ state: 'detached' });
      expect(visitor.complaints).toEqual([]);
    },
  );

  it(
    'handing the position over cancels every order and ends the cycle; the bot can start a new run',
    STORY,
    async () => {
      const name = 'BNB patient long';
      const before = await stage.botNamed(name);
      const dialog = await choose(page, name, 'Stop…');
      await dialog.getByRole('radio', { name: 'Hand it over to you' }).check();
      await dialog.getByText(`Hands over ${quantities(before)[0]} BNBUSDT long`).waitFor();
      await carryOut(page, dialog, `Stop ${name}, hand the position over`);
      await inState(name, 'STOPPED');
      expect(isFlat(await stage.botNamed(name))).toBe(true);
      await expect.poll(() => working(before)).toEqual([]);
      await carryOut(page, await choose(page, name, 'Start a new run…'), `Start ${name}`);
      await inState(name, 'RUNNING');
      expect(visitor.complaints).toEqual([]);
    },
  );

  it('finishing can be undone', STORY, async () => {
    const name = 'ETH two-way';
    const before = await stage.botNamed(name);
    const dialog = await choose(page, name, 'Finish…');
    await dialog.getByText(/open positions? keeps? (its|their) steps/).waitFor();
    await carryOut(page, dialog, `Finish ${name}`);
    await inState(name, 'FINISHING');
    expect(quantities(await stage.botNamed(name))).toEqual(quantities(before));
    await carryOut(page, await choose(page, name, 'Undo finish…'), `Resume ${name}`);
    await inState(name, 'RUNNING');
    expect((await stage.botNamed(name)).runNo).toBe(before.runNo);
    expect(visitor.complaints).toEqual([]);
  });

  it('a button of an old run is refused with an explanation', STORY, async () => {
    const name = 'BTC steady long';
    const { strategyExecutorId } = await stage.botNamed(name);
    await visitor.ask(stopBot, { ...paper, body: { strategyExecutorId } });
    await inState(name, 'STOPPED');
    await visitor.ask(restartBot, { ...paper, body: { strategyExecutorId } });
    await inState(name, 'RUNNING');
    // The page would learn of the new run within a second, so the old one is put back into what it sends.
    await page.route('**/api/dca-bot/finish', (route) =>
      route.continue({ postData: JSON.stringify({ strategy_executor_id: strategyExecutorId }) }),
    );
    const dialog = await choose(page, name, 'Finish…');
    await carryOut(page, dialog, `Finish ${name}`);
    await dialog.getByRole('alert').getByText('this action belongs to an old run').waitFor();
    await page.unroute('**/api/dca-bot/finish');
    await page.keyboard.press('Escape');
    expectRefusedOnce(visitor, 409);
  });

  it(
    'a condition that would close the position at once needs one more confirmation, for that value only',
    STORY,
    async () => {
      const name = 'Single order';
      await startSingleOrder(name);
      const dialog = await choose(page, name, 'Edit TP / SL…');
      // Whichever way the market has gone, the price is past one of the two.
      await dialog.getByLabel('Take profit').fill('0.01');
      await dialog.getByLabel('Stop-loss').fill('0.01');
      await carryOut(page, dialog, `Set take profit and stop-loss of ${name}`);
      await dialog.getByRole('alert').getByText('The price is already past this level.').waitFor();
      expectRefusedOnce(visitor, 422);
      visitor.forget();
      const closing = `The price is already past it: close ${name} at market`;
      await dialog.getByRole('button', { name: closing }).waitFor();
      await dialog.getByLabel('Stop-loss').fill('40');
      await dialog.getByRole('button', { name: `Set take profit and stop-loss of ${name}` }).waitFor();
      await dialog.getByLabel('Stop-loss').fill('0.01');
      await carryOut(page, dialog, closing);
      await dialog.waitFor({ state: 'detached' });
      await stage.market.step(1, visitor);
      await expect.poll(async () => isFlat(await stage.botNamed(name))).toBe(true);
      expect(visitor.complaints).toEqual([]);
    },
  );
});

/** A bot of one market order that pauses for a day after its cycle. */
async function startSingleOrder(name: string): Promise<void> {
  const portfolioId = (await stage.bots())[0]?.portfolioId ?? '';
  const params = {
    baseOrderSize: '200',
    safetyOrdersCount: 0,
    takeProfitPercent: '50',
    tpNetOfFees: false,
    cooldownS: 86_400,
    leverage: 2,
  };
  await visitor.ask(createBot, { ...paper, body: { name, portfolioId, symbols: ['SOLUSDT'], params } });
  while (isFlat(await stage.botNamed(name))) await stage.market.step(1, visitor);
  const moved = async () => Math.abs(Number((await stage.botNamed(name)).atoms[0]?.unrealized)) > 0.1;
  while (!(await moved())) await stage.market.step(1, visitor);
  await page.getByRole('button', { name: `Actions for ${name}` }).waitFor();
}

describe('actions on a strategy', () => {
  const strategies = async () => (await visitor.ask(getStrategies, paper)).items;
  async function openStrategy(name: string) {
    const found = (await strategies()).find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no strategy ${name}`);
    await page.goto(`/dca/strategy/${found.strategyId}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return found;
  }
  const save = () => page.getByRole('button', { name: /^Save version/ }).click();

  it('a strategy in use cannot be deleted, and the dialog names its bots', STORY, async () => {
    const { bots: users } = await openStrategy('Two-way swing');
    const button = page.getByRole('button', { name: 'Delete…' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`These bots still use it, so it cannot be deleted: ${users[0]?.name}.`).waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await carryOut(page, dialog, 'Delete Two-way swing');
    await dialog.getByRole('alert').getByText('A bot still uses this strategy.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    expectRefusedOnce(visitor, 409);
  });

  it('leaving the editor with unsaved changes asks first', STORY, async () => {
    await openStrategy('Two-way swing');
    await page.getByLabel('Name', { exact: true }).fill('Another name');
    await page.getByRole('link', { name: 'Bots', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Another name');
    await page.getByRole('link', { name: 'Bots', exact: true }).click();
    await carryOut(page, dialog, 'Leave and discard changes');
    await page.waitForURL('**/dca/bots');
    expect(visitor.complaints).toEqual([]);
  });

  it('the draft survives when another window has saved a newer version', STORY, async () => {
    const strategy = await openStrategy('Patient long');
    await page.getByRole('textbox', { name: 'Take profit', exact: true }).fill('3.3');
    const { strategyId, version, name, comment, symbol, params } = strategy;
    const body = { strategyId, baseVersion: version, name, comment, symbol, params: { ...params, cooldownS: 120 } };
    const known = page.waitForResponse((response) => response.url().includes('get-strategies'));
    await visitor.ask(saveStrategy, { ...paper, body });
    await known; // The page has heard of the other version, and still knows what its draft began with.
    await save();
    await page.getByRole('alert').getByText('Someone saved a newer version in the meantime.').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Take profit', exact: true }).inputValue()).toBe('3.3');
    expectRefusedOnce(visitor, 409);
    await page.getByRole('link', { name: 'Bots', exact: true }).click();
    await carryOut(page, page.getByRole('dialog'), 'Leave and discard changes');
  });

  it(
    'a version applied with the next cycle waits for it; applied now it changes the orders of the preview',
    STORY,
    async () => {
      const { version } = await openStrategy('Fade short');
      await page.getByLabel('Comment', { exact: true }).fill('Wider');
      await page.getByLabel('Pause after a cycle', { exact: true }).fill('300');
      await save();
      await page.getByRole('button', { name: 'Apply to bots' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('No order changes.').waitFor();
      expect(await graveFindings(page)).toEqual([]);
      await carryOut(page, dialog, 'Apply to XRP fade short with its next cycle');
      await expect.poll(async () => (await stage.botNamed('XRP fade short')).pendingVersion).toBe(version + 1);
      await dialog.getByText(/gets it with its next cycle/).waitFor();
      await page.keyboard.press('Escape');

      await page.getByLabel('Step order', { exact: true }).fill('150');
      await save();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText(`version ${version + 2} ·`).waitFor();
      await page.getByRole('button', { name: 'Apply to bots' }).press('Enter');
      await dialog.getByText('No order changes.').waitFor(); // The dialog grows with its answer, under the pointer.
      await dialog.getByText('Now', { exact: true }).click();
      const before = await stage.botNamed('XRP fade short');
      const resting = steps(await working(before));
      const { strategyExecutorId } = before;
      const { effect } = await visitor.ask(applyStrategy, {
        ...paper,
        body: { strategyExecutorId, strategyVersion: version + 2, when: 'now', preview: true },
      });
      await dialog.getByText(`Replaces ${effect.places.length} order`).waitFor();
      const shown = await lines(dialog);
      const [cancels, places] = [steps(effect.cancels), steps(effect.places)];
      expect(places.length).toBeGreaterThan(0);
      expect(cancels.map(({ level }) => level)).toEqual(places.map(({ level }) => level));
      const replaced = places.map((order) => expect.stringContaining(`→ ${worded(order)}, was `));
      expect(shown).toEqual(expect.arrayContaining(replaced));
      await carryOut(page, dialog, 'Apply to XRP fade short now');
      await expect.poll(async () => (await stage.botNamed('XRP fade short')).strategyVersion).toBe(version + 2);
      const after = await stage.botNamed('XRP fade short');
      expect(quantities(after)).toEqual(quantities(before));
      const kept = resting.map(worded).filter((text) => !cancels.map(worded).includes(text));
      expect(
        steps(await working(after))
          .map(worded)
          .sort(),
      ).toEqual([...kept, ...places.map(worded)].sort());
      expect(visitor.complaints).toEqual([]);
      await page.keyboard.press('Escape');
    },
  );
});

describe('around the actions', () => {
  it('values older than 15 s are dimmed and actions are off until they are fresh again', STORY, async () => {
    let isSilent = false;
    await page.routeWebSocket(/\/api\/live/, (line) => {
      const server = line.connectToServer();
      server.onMessage((message) => {
        if (!isSilent) line.send(message);
      });
    });
    await page.goto('/dca/bots');
    const menu = page.getByRole('button', { name: 'Actions for ETH two-way' });
    await menu.waitFor();
    await page.locator('[data-stale]').waitFor({ state: 'detached' });
    isSilent = true;
    await page
      .locator('#content')
      .getByText(/^\d\d s old$/)
      .waitFor();
    await page.locator('[data-stale]').waitFor({ state: 'attached' });
    await menu.press('Enter');
    await page.getByText(/These values are \d\d s old\. Actions are off/).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Stop…', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await graveFindings(page)).toEqual([]);
    isSilent = false;
    await page.locator('[data-stale]').waitFor({ state: 'detached' });
    const dialog = await choose(page, 'ETH two-way', 'Stop…');
    await dialog.getByText(/^Cancels/).waitFor();
    await page.keyboard.press('Escape');
  });

  it(
    'a long log draws only the visible lines and keeps an opened line open when it is scrolled away',
    STORY,
    async () => {
      await page.goto(`/dca/logs?bot=${deletedBotId}`); // Its log grows no more.
      const lines = page.getByRole('group', { name: 'DCA paper logs' }).locator('tbody tr:has(td)');
      await lines.first().waitFor();
      const shown = page.getByText(/^[\d,]+ of [\d,]+ entries/);
      const rows = async () => Number(/^[\d,]+/.exec(await shown.innerText())?.[0].replaceAll(',', ''));
      expect(await rows()).toBeGreaterThanOrEqual(200);
      await expect.poll(() => lines.count()).toBeLessThan(100);
      const first = lines.first().getByRole('button');
      await first.click();
      await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true');
      const frame = page.getByRole('group', { name: 'DCA paper logs' });
      const heightOfRow = async () => (await frame.evaluate((element) => element.scrollHeight)) / (await rows());
      const [height, count] = [await heightOfRow(), await rows()];
      await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.locator('tbody[data-index="0"]').waitFor({ state: 'detached' });
      await expect.poll(rows).toBeGreaterThan(count); // The end of the list loads older entries.
      await frame.evaluate((element) => element.scrollTo(0, 0));
      await page.locator('tbody[data-index="0"]').waitFor();
      await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true');
      expect(Math.abs((await heightOfRow()) - height)).toBeLessThan(height / 5);
      expect(await graveFindings(page)).toEqual([]);
      expect(visitor.complaints).toEqual([]);
    },
  );

  it('the CSV holds the filtered rows with the exact numbers of the API', STORY, async () => {
    await page.goto('/dca/bots?q=XRP');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download these rows as CSV' }).press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe('dca-bots.csv');
    const [head = '', ...rows] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    const { result7d, atoms } = await stage.botNamed('XRP fade short');
    expect(rows).toHaveLength(1);
    const titles = head.replaceAll('"', '').replaceAll(', %', ' %').split(',');
    const value = (title: string) => rows[0]?.split(',')[titles.indexOf(title)];
    expect(value('Bot')).toBe('XRP fade short XRPUSDT');
    expect(value('Average')).toBe(atoms[0]?.averagePrice);
    expect(value('7 d')).toBe(result7d);
    expect(visitor.complaints).toEqual([]);
  });
});
