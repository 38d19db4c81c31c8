import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBot, getBots } from '#contract/bot.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import { getStrategies, saveStrategy } from '#contract/strategy.ts';
import { graveFindings } from '../support/axe.ts';
import { launchBrowser, leaveBrowser } from '../support/browser.ts';
import { carryOut } from '../support/menu-acts.ts';
import { type SharedProgram, sharedProgram } from '../support/shared-program.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

const kind = 'dca-bot';
const LADDER = { baseOrderSize: '100', safetyOrdersCount: 2, stepPercent: '1', takeProfitPercent: '1' };

let browser: Browser;
let program: SharedProgram;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [browser, program] = await Promise.all([launchBrowser(), sharedProgram()]);
  visitor = await openVisitor(browser, program);
  ({ page } = visitor);
  await signIn(page, program);
  // A visitor asks with the token of the page, which the first answered request has shown.
  await page.getByRole('button', { name: 'Load the demo' }).waitFor();
});

beforeEach(() => visitor.forget());

afterAll(() => leaveBrowser(browser));

describe('versions of a strategy', () => {
  it('two versions are compared from the page and the list of versions, and a clone gets a name and versions of its own', async () => {
    const first = { name: 'Patient', comment: '', symbol: 'ETHUSDT', params: LADDER };
    const { strategyId } = await visitor.ask(saveStrategy, { params: { kind }, body: first });
    const second = {
      ...first,
      strategyId,
      baseVersion: 1,
      params: { ...LADDER, stepPercent: '2', stopLossPercent: '9' },
    };
    await visitor.ask(saveStrategy, { params: { kind }, body: second });

    await page.goto(`${program.address}/dca/strategy/${strategyId}`);
    await page.getByRole('button', { name: 'Compare versions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions of Patient' });
    const fields = dialog.getByRole('table', { name: 'Parameters that differ' });
    await fields.getByRole('row', { name: /^First step 1\s% 2\s%$/ }).waitFor();
    await fields.getByRole('row', { name: /^Stop-loss off 9\s%$/ }).waitFor();
    expect(await fields.getByRole('row').count()).toBe(3);
    await dialog.getByRole('row', { name: /^Step 2 2 % away, 100.00 USDT 4 % away, 100.00 USDT$/ }).waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL((url) => !url.searchParams.has('against'));

    await page.getByRole('button', { name: 'Version 2' }).click();
    await page.getByRole('menuitem', { name: 'Compare versions' }).click();
    await page.waitForURL((url) => url.searchParams.get('against') === '1');
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'Clone' }).click();
    await page.getByRole('heading', { name: 'Patient, copy' }).waitFor();
    await page.getByRole('button', { name: 'Save version 1' }).click();
    await page.getByText('Version 1 saved.').waitFor();
    const { items } = await visitor.ask(getStrategies, { params: { kind } });
    const saved = items.map(({ name, version, params }) => [name, version, params['stepPercent']]);
    expect(saved.toSorted()).toEqual([
      ['Patient, copy', 1, '2'],
      ['Patient', 2, '2'],
    ]);
  });

  it('several bots get a new version by a formula, one for all of them, and come back to the old one with one click', async () => {
    const params = { kind } as const;
    const body = { name: 'Steady', comment: '', symbol: 'ETHUSDT', params: LADDER };
    const { strategyId } = await visitor.ask(saveStrategy, { params, body });
    const { portfolioId } = await visitor.ask(createPortfolio, { params, body: { name: 'Two bots' } });
    for (const name of ['First', 'Second']) {
      await visitor.ask(createBot, { params, body: { name, portfolioId, symbols: ['ETHUSDT'], strategyId } });
    }
    const steps = async () => {
      const { items } = await visitor.ask(getBots, { params });
      return items.map((bot) => [bot.name, bot.strategyVersion, bot.params['stepPercent']]);
    };
    const before = await steps();
    expect(before.toSorted()).toEqual([
      ['First', 1, '1'],
      ['Second', 1, '1'],
    ]);
    await page.goto(`${program.address}/dca/bots`);
    await page.locator('tr[data-row]').first().waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Edit by formula…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit bots by formula: 2' });
    await dialog.getByRole('combobox', { name: 'Value' }).selectOption('First step');
    await dialog.getByLabel('Formula').fill('step_percent * 1.25');
    const told = dialog.getByText(/^Steady v1\s→\sv2$/);
    await told.nth(1).waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await carryOut(page, dialog, 'Change (2)');
    const undo = page
      .getByRole('region', { name: 'The last change of several bots' })
      .getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    expect((await steps()).toSorted()).toEqual([
      ['First', 2, '1.25'],
      ['Second', 2, '1.25'],
    ]);
    await undo.press('Enter');
    await undo.waitFor({ state: 'detached' });
    await expect.poll(steps).toEqual(before);
    expect(visitor.complaints).toEqual([]);
  });
});
