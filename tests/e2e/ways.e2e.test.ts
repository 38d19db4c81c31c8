import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCycles } from '#contract/cycle.ts';
import { getPortfolioList } from '#contract/portfolio.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let stage: HeldStage;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  stage = await openDemo();
  ({ visitor, page } = stage);
});

afterAll(() => stage.close());

/** Answers of this address are held back until the returned function is called. */
async function holdBack(address: string | RegExp): Promise<() => void> {
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route(address, async (route) => {
    await mayAnswer;
    await route.continue();
  });
  return answer;
}

/** Types into the palette and opens the first line that reads so. */
async function find(typed: string, line: RegExp): Promise<void> {
  await page.goto('/account');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(typed);
  await page.getByRole('option', { name: line }).first().click();
}

describe('ways through the program', () => {
  it.each([
    ['majors', /^Portfolio, Majors ladder$/, /\/dca\/portfolio\//],
    ['bnb patient', /^Bot, BNB patient long/, /\/dca\/bots\?q=BNB/],
    ['log bnb', /^Log of BNB patient long$/, /\/dca\/logs\?bot=/],
    ['strategy version', /^Strategy, .+, version \d+$/, /\/dca\/strategy\/.+/],
    ['new strategy', /^New strategy$/, /\/dca\/strategy\/new$/],
  ])('the command palette finds what is typed as "%s"', async (typed, line, address) => {
    await find(typed, line);
    await page.waitForURL(address);
  });

  it('the command palette finds a cycle by its number', async () => {
    const [portfolio] = (await visitor.ask(getPortfolioList, {})).items;
    const query = { portfolioId: portfolio?.portfolioId ?? '', limit: '1' };
    const [cycle] = (await visitor.ask(getCycles, { params: { kind: 'dca-bot' }, query })).items;
    const side = cycle?.direction === 'buy' ? 'long' : 'short';
    await find(`#${cycle?.seq}`, new RegExp(`^Cycle #${cycle?.seq}, ${cycle?.symbol} ${side}, `));
    await page.waitForURL((url) => url.searchParams.has('cycle'));
  });

  it('the command palette leads to an act on a bot, which asks before anything happens', async () => {
    await find('finish bnb', /^BNB patient long: Finish…$/);
    await page.getByRole('dialog', { name: 'Finish BNB patient long' }).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL((url) => url.searchParams.has('bot') && !url.searchParams.has('act'));
  });

  it('live bots have a place of their own in the rail, which says that it places real orders', async () => {
    await page.goto('/portfolios');
    const rail = page.getByRole('navigation', { name: 'Sections' }).first();
    await expect.poll(() => rail.getByText('DCA live').locator('..').innerText()).toContain('places real orders');
    await expect.poll(() => rail.getByRole('link', { name: 'DCA live' }).count()).toBe(1);
    await expect.poll(() => rail.getByRole('link', { name: 'DCA paper' }).count()).toBe(1);
  });

  it('an unknown address keeps the navigation, on the phone as well', async () => {
    await page.setViewportSize(PHONE);
    await page.goto('/nowhere/at/all');
    await page.getByRole('heading', { name: 'This page does not exist.' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Bots' }).click();
    await page.waitForURL('**/dca/bots');
    await page.setViewportSize(WIDE);
  });

  it.each([
    ['/dca/portfolio', 'This portfolio does not exist.', 'Go to portfolios', '/portfolios'],
    ['/dca/strategy', 'This strategy or version does not exist.', 'All strategies', '/dca/strategy'],
  ])('an unknown id under %s says so and leads on', async (path, sentence, link, target) => {
    await page.goto(`${path}/${UNKNOWN}`);
    await page.getByText(sentence).waitFor();
    await page.getByRole('link', { name: link }).click();
    await page.waitForURL(`**${target}`);
  });

  it('the tabs of a portfolio are links that keep the period', async () => {
    const [portfolio] = (await visitor.ask(getPortfolioList, {})).items;
    await page.goto(`/dca/portfolio/${portfolio?.portfolioId}?period=7d`);
    await page.getByRole('link', { name: /^Bots \d/ }).click();
    await page.waitForURL(/period=7d&view=bots|view=bots&period=7d/);
  });

  it('a portfolio without bots shows what to do next and no figures', async () => {
    await page.goto('/portfolios');
    await page.getByRole('button', { name: 'New portfolio' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nothing yet');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'Nothing yet' }).click();
    await page.getByText('This portfolio has no bots yet.').waitFor();
    await expect.poll(() => page.locator('dl').count()).toBe(0);
    await page.getByRole('link', { name: 'Choose a strategy' }).click();
    await page.waitForURL('**/dca/strategy');
  });

  it('after the login a skeleton stands where the page will be, until its code has come', async () => {
    const other = await openVisitor(stage.browser, stage.program);
    page = other.page;
    // The frame and the first page are one file, which a guest does not wait for.
    const code = /\/assets\/pages.*\.js/;
    const answer = await holdBack(code);
    const asked = page.waitForRequest(code);
    await signIn(page, stage.program);
    await asked;
    await page.locator('[data-waiting]').waitFor();
    expect(await page.getByRole('heading', { name: 'Portfolios', exact: true }).count()).toBe(0);
    answer();
    await page.getByRole('heading', { name: 'Portfolios', exact: true }).waitFor();
    await other.context.close();
    ({ page } = visitor);
  });

  it('brackets walk from portfolio to portfolio', async () => {
    const { items } = await visitor.ask(getPortfolioList, {});
    const [first, second] = items.map((one) => one.portfolioId);
    await page.goto(`/dca/portfolio/${first}`);
    await page.getByRole('heading', { level: 1, name: items[0]?.name ?? '' }).waitFor();
    await page.keyboard.press(']');
    await page.waitForURL(`**/dca/portfolio/${second}`);
    await page.keyboard.press('[');
    await page.waitForURL(`**/dca/portfolio/${first}`);
  });

  it('the demo can be removed and is loaded again beside own portfolios', async () => {
    await page.goto('/portfolios');
    await page.getByRole('button', { name: 'Remove the demo…' }).click();
    await page.getByRole('button', { name: /^Remove 2 portfolios/ }).click();
    await page.getByRole('link', { name: 'Majors ladder' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Load the demo' }).click();
    await page
      .getByRole('progressbar', { name: /^Loading the demo: [1-9]\d* % of the past weeks computed$/ })
      .waitFor();
    await page.getByRole('link', { name: 'Nothing yet' }).waitFor();
  });
});
