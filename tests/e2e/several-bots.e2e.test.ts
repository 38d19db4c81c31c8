import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPortfolio, getPortfolios } from '#contract/portfolio.ts';
import { AXE_ALLOWED, graveFindings } from '../support/axe.ts';
import { type HeldStage, isFlat, openHeld } from '../support/held-stage.ts';
import { carryOut, choose } from '../support/menu-acts.ts';
import type { Visitor } from '../support/visitor.ts';

const STORY = { timeout: 1_800_000 };

let stage: HeldStage;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  stage = await openHeld(AXE_ALLOWED);
  ({ visitor, page } = stage);
});

afterAll(() => stage.close());

beforeEach(() => visitor.forget());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: 'screenshots/several-bots-failed.png' });
});

const states = async () => Object.fromEntries((await stage.bots()).map((bot) => [bot.name, bot.state]));
const dialog = () => page.getByRole('dialog');

describe('a new paper bot', () => {
  it('is made of a preset in one dialog, in a new portfolio with its own capital, and runs', STORY, async () => {
    await page.goto('/dca/bots');
    await page.getByRole('button', { name: 'New paper bot' }).first().press('Enter');
    await dialog().getByRole('combobox', { name: 'Strategy or preset' }).selectOption('Preset: Balanced');
    await dialog().getByLabel('Bot name').fill('First');
    await dialog().getByLabel('Portfolio name').fill('Own capital');
    await dialog().getByLabel('Paper wallet').fill('2500');
    await dialog().getByText('Choose at least one symbol.').waitFor();
    await dialog().getByRole('combobox', { name: 'Symbols' }).fill('ETHUSDT');
    await page.getByRole('option', { name: 'ETHUSDT', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog()
      .getByText(/^Ties up [\d.,]+ USDT when all orders fill\. Free in the wallet: 2,500\.00 USDT\.$/)
      .waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await carryOut(page, dialog(), 'Start First');
    await expect.poll(async () => (await states())['First']).toBe('RUNNING');
    const [portfolio] = (await visitor.ask(getPortfolios, { params: { kind: 'dca-bot' } })).items;
    expect([portfolio?.name, portfolio?.wallet]).toEqual(['Own capital', '2500.00000000']);
    await page.locator('aside').getByRole('heading', { name: 'First' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('can be a copy of another, created without starting it', STORY, async () => {
    await page.goto('/dca/bots');
    await choose(page, 'First', 'Clone…');
    await dialog().getByLabel('Bot name').fill('Second');
    await dialog().getByRole('switch', { name: 'Start at once' }).press('Space');
    await carryOut(page, dialog(), 'Create Second');
    await expect.poll(async () => (await states())['Second']).toBe('CREATED');
    const [first, second] = await stage.bots();
    expect(second?.params).toEqual(first?.params);
    expect(second?.portfolioId).toBe(first?.portfolioId);
    expect(visitor.complaints).toEqual([]);
  });
});

describe('several bots at once', () => {
  it('are selected by x and started together, each with its outcome', STORY, async () => {
    await page.goto('/dca/bots');
    await page.locator('tr[data-row]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('Selected: 2').waitFor();
    const bar = page.getByRole('toolbar', { name: 'Selected bots' });
    await bar.getByRole('button', { name: 'Restart…' }).press('Enter');
    await dialog().getByText('Skipped, because their state does not allow it: First.').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await carryOut(page, dialog(), 'Start (1)');
    await dialog().getByText('Second').waitFor();
    await expect.poll(states).toEqual({ First: 'RUNNING', Second: 'RUNNING' });
    await dialog().getByRole('button', { name: 'Done', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(visitor.complaints).toEqual([]);
  });

  it('are edited by a formula in one step, and brought back with one click on the page', STORY, async () => {
    const exits = async () => (await stage.bots()).map((bot) => bot.takeProfitPercent);
    const before = await exits();
    await page.goto('/dca/bots');
    await page.locator('tr[data-row]').first().waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('Selected: 2').waitFor();
    const bar = page.getByRole('toolbar', { name: 'Selected bots' });
    await bar.getByRole('button', { name: 'Edit by formula…' }).press('Enter');
    await dialog().getByLabel('Formula').fill('take_profit_percent * 0 + 2.25');
    await dialog().getByRole('cell', { name: '2.25' }).first().waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await carryOut(page, dialog(), 'Change (2)');
    const undo = page
      .getByRole('region', { name: 'The last change of several bots' })
      .getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    expect(await exits()).toEqual(['2.25', '2.25']);
    expect(await graveFindings(page)).toEqual([]);
    await undo.press('Enter');
    await undo.waitFor({ state: 'detached' });
    await expect.poll(exits).toEqual(before);
    expect(visitor.complaints).toEqual([]);
  });

  it('are all stopped from the header, their positions closed as the preview counts them', STORY, async () => {
    await stage.market.step(3, visitor);
    const open = (await stage.bots()).flatMap((bot) => bot.atoms).filter((atom) => /[1-9]/.test(atom.quantity)).length;
    expect(open).toBe(2);
    await page.goto('/portfolios');
    await page.getByRole('button', { name: 'Stop all…' }).click();
    await dialog().getByRole('radio', { name: 'Close them at market' }).check();
    await dialog().getByText(`Positions closed at market: ${open}.`).waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await carryOut(page, dialog(), 'Stop (2)');
    await dialog().getByRole('button', { name: 'Done', exact: true }).waitFor();
    // The orders meet the opening price of the minute after the one in which the engine got them.
    const afterMinute = async () => {
      await stage.market.step(1, visitor);
      return states();
    };
    await expect.poll(afterMinute).toEqual({ First: 'STOPPED', Second: 'STOPPED' });
    expect((await stage.bots()).filter((bot) => !isFlat(bot))).toEqual([]);
    await page.keyboard.press('Escape');
    expect(visitor.complaints).toEqual([]);
  });

  it(
    'move to another portfolio while flat, leave their results where they were made, and come back by one click',
    STORY,
    async () => {
      const portfolios = async () => (await visitor.ask(getPortfolios, { params: { kind: 'dca-bot' } })).items;
      const homes = async () => (await stage.bots()).map(({ portfolioId }) => portfolioId);
      const { portfolioId: second } = await visitor.ask(createPortfolio, {
        params: { kind: 'dca-bot' },
        body: { name: 'Second capital' },
      });
      const [first] = await homes();
      const results = async () => (await portfolios()).map(({ name, resultAll }) => [name, resultAll]);
      await expect.poll(async () => (await results())[0]).not.toEqual(['Own capital', '0.00000000']);
      const made = await results();
      await page.goto('/dca/bots');
      await page.locator('tr[data-row]').first().waitFor();
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
      await page.getByText('Selected: 2').waitFor();
      const bar = page.getByRole('toolbar', { name: 'Selected bots' });
      await bar.getByRole('button', { name: 'Move to portfolio…' }).press('Enter');
      await dialog().getByRole('combobox', { name: 'To portfolio' }).selectOption('Second capital');
      await dialog().getByRole('cell', { name: 'Moves' }).nth(1).waitFor();
      expect(await graveFindings(page)).toEqual([]);
      await carryOut(page, dialog(), 'Move (2)');
      const undo = page
        .getByRole('region', { name: 'The last change of several bots' })
        .getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      expect(await homes()).toEqual([second, second]);
      expect(await results()).toEqual(made);
      await undo.press('Enter');
      await undo.waitFor({ state: 'detached' });
      await expect.poll(homes).toEqual([first, first]);
      expect(visitor.complaints).toEqual([]);
    },
  );

  it('are all stopped from the command palette too, which says when there is nothing to stop', STORY, async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('stop all');
    await page.keyboard.press('Enter');
    await dialog().getByText('No bot is running, so there is nothing to stop.').waitFor();
    await page.keyboard.press('Escape');
    expect(visitor.complaints).toEqual([]);
  });
});
