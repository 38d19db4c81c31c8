import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graveFindings } from '../support/axe.ts';
import { launchBrowser, leaveBrowser, WITHOUT_MOTION } from '../support/browser.ts';
import { sendSigned } from '../support/wire-client.ts';
import { openWireWorld, type Trader, type WireWorld } from '../support/wire-world.ts';

const SIZES = [
  ['dark', 1440, 900],
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const;

describe('the page of the simulated exchange', () => {
  let world: WireWorld;
  let trader: Trader;
  let browser: Browser;
  const troubles: string[] = [];

  beforeAll(async () => {
    world = await openWireWorld();
    trader = await world.trader('hedge');
    const order = { symbol: 'ETHUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity: '0.5' };
    expect((await trader.post('/fapi/v1/order', order)).status).toBe(200);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const token = () => String(world.adminHeaders['X-Simulator-Admin']);

  async function open(colorScheme: 'dark' | 'light', width: number, height: number): Promise<Page> {
    const page = await browser.newPage({ colorScheme, viewport: { width, height }, ...WITHOUT_MOTION });
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    await page.goto(`http://127.0.0.1:${world.port}/#token=${token()}`);
    await page.getByText('trader 1').first().waitFor();
    return page;
  }

  it.each(SIZES)(
    'the simulator page shows accounts, positions and prices, in %s at %i × %i',
    async (colorScheme, width, height) => {
      const page = await open(colorScheme, width, height);
      await expect.poll(() => page.getByRole('region', { name: 'Positions' }).getByText('ETHUSDT').count()).toBe(1);
      await expect.poll(() => page.getByRole('cell', { name: 'halted' }).count()).toBe(1);
      expect(await graveFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      await page.close();
    },
  );

  it('the simulator page asks for the token, refuses a wrong one, and forgets it with the tab', async () => {
    const context = await browser.newContext(WITHOUT_MOTION);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${world.port}/`);
    const field = page.getByLabel('Token of this start');
    await field.fill('wrong');
    await page.keyboard.press('Enter');
    await page.locator('#note.bad').getByText('does not take this token').waitFor();
    await expect.poll(() => page.getByText('trader 1').count()).toBe(0);
    expect(await graveFindings(page)).toEqual([]);
    await field.fill(token());
    await page.keyboard.press('Enter');
    await page.getByText('trader 1').first().waitFor();
    await expect.poll(() => field.isVisible()).toBe(false);
    await page.reload();
    await page.getByText('trader 1').first().waitFor();
    expect(await page.evaluate('JSON.stringify({ ...localStorage }) + document.cookie')).toBe('{}');
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${world.port}/`);
    await other.getByLabel('Token of this start').waitFor();
    await context.close();
  });

  it('the simulator page takes the token out of the address that brought it', async () => {
    const page = await open('dark', 1440, 900);
    expect(page.url()).toBe(`http://127.0.0.1:${world.port}/`);
    await page.close();
  });

  it('a fault can be set and cleared by keyboard alone', async () => {
    const page = await open('dark', 1440, 900);
    await page.getByRole('button', { name: 'Firewall page, 403' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('page · status 403 · 1 left').waitFor();
    expect((await trader.get('/fapi/v3/balance')).status).toBe(403);
    await page.getByRole('button', { name: 'Clock 5 s ahead' }).press('Space');
    await page.getByText('Clock 5 s ahead: done.').waitFor();
    expect((await trader.get('/fapi/v3/balance', { recvWindow: '5000' })).json.code).toBe(-1021);
    await page.getByRole('button', { name: 'Clear all faults' }).press('Enter');
    await page.getByText('Nothing: the exchange behaves.').waitFor();
    expect((await trader.get('/fapi/v3/balance')).status).toBe(200);
    await page.close();
  });

  it('a new simulated account shows its key once', async () => {
    const page = await open('light', 1440, 900);
    await page.getByLabel('Name of a new account').fill('from the page');
    await page.keyboard.press('Enter');
    const told = await page.getByText('Account "from the page": API key').textContent();
    const [, apiKey = '', secret = ''] = /API key (\S+), secret (\S+)/.exec(told ?? '') ?? [];
    expect((await sendSigned(world.port, { apiKey, secret }, ['GET', '/fapi/v3/balance'])).status).toBe(200);
    await page.close();
  });

  it('the simulator page explains what the exchange refuses', async () => {
    const page = await open('dark', 1440, 900);
    await page.getByRole('button', { name: 'Liquidate short' }).click();
    await page.locator('#note.bad').getByText('Liquidate short:').waitFor();
    await page.close();
  });

  it('the simulator page logs no errors', () => {
    expect(troubles.filter((text) => !/401|422/.test(text))).toEqual([]);
  });
});
