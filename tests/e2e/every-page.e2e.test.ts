import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { objectToSnake } from 'ts-case-convert';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBot } from '#contract/bot.ts';
import { getCycles } from '#contract/cycle.ts';
import { pageAddress, pageAt, pages } from '#contract/pages.ts';
import { createPortfolio, getPortfolioList } from '#contract/portfolio.ts';
import type { Problem } from '#contract/problem/problem-body.ts';
import { problems } from '#contract/problem.ts';
import { getStrategies, saveStrategy } from '#contract/strategy.ts';
import { getSettings } from '#contract/system.ts';
import { getTestBots } from '#contract/tests/test-bot.ts';
import { createTest, getTest } from '#contract/tests/test-condition.ts';
import { liveLadder, ruleStrategy } from '#engine/bots/registry.ts';
import { messages as backtest } from '#web/i18n/en/backtest.ts';
import { messages as botWork } from '#web/i18n/en/bot-work.ts';
import { messages as exchangeKeys } from '#web/i18n/en/exchange-keys.ts';
import { messages as later } from '#web/i18n/en/later.ts';
import { messages as market } from '#web/i18n/en/market.ts';
import { messages as notices } from '#web/i18n/en/pages/notices.ts';
import { messages as orderStat } from '#web/i18n/en/pages/orders.ts';
import { messages as whole } from '#web/i18n/en.ts';
import { type Language, languageNames } from '#web/i18n/language.ts';
import { messages as wholeRussian } from '#web/i18n/ru.ts';
import { rulePresets } from '#web/kinds/rule-presets.ts';
import { findings, findingsInContent } from '../support/axe.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import { goByKeys } from '../support/press-keys.ts';
import type { RunningProgram } from '../support/program.ts';
import { STORY_MS } from '../support/story-limit.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

const PICTURES = 'screenshots';
const RETRY_MS = 2_000;
const SLOW = { timeout: STORY_MS };
/** The page whose frame axe looks at: it is the same around every other. */
const FRAMED = 'home';
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
type Size = keyof typeof sizes;
let stage: HeldStage;
let browser: Browser;
let program: RunningProgram;
let visitor: Visitor;
/** Every valid address, by the name of its picture. */
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  stage = await openDemo();
  ({ browser, program, visitor } = stage);
  addresses = await validAddresses();
});

afterAll(() => stage.close());

/** The table of pages with the demo's own ids filled in, and what shows more when the address says so. */
async function validAddresses(): Promise<Readonly<Record<string, string>>> {
  const [portfolio] = (await visitor.ask(getPortfolioList, {})).items;
  const portfolioId = portfolio?.portfolioId ?? '';
  const [strategy] = (await visitor.ask(getStrategies, { params: { kind: 'dca-bot' } })).items;
  const cycles = await visitor.ask(getCycles, { params: { kind: 'dca-bot' }, query: { portfolioId, limit: '20' } });
  const closed = cycles.items.find((cycle) => cycle.endDate !== null);
  const [rules, testId] = [await runRules(), await runTest()];
  const live = await saveLive();
  const points = (await visitor.ask(getTestBots, { query: { conditionId: testId } })).items.map(({ botId }) => botId);
  const whole = pages
    .filter((page) => !page.isForGuests)
    .map((page) => {
      const paper = { portfolioId, strategyId: strategy?.strategyId ?? '' };
      const own = page.kind === ruleStrategy.kind ? rules : page.kind === liveLadder.kind ? live : paper;
      const named = page.view === 'test' ? testId : own.portfolioId;
      const id = page.title === 'nav.strategy' ? own.strategyId : named;
      const address = pageAddress(page, { id, symbol: 'ETHUSDT' }) ?? '';
      return [page.path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home', address] as const;
    });
  return {
    ...Object.fromEntries(whole),
    'dca-strategies': '/dca/strategy',
    'dca-new-strategy': '/dca/strategy/new',
    'dca-open-cycle': `/dca/portfolio/${portfolioId}?cycle=${cycles.items[0]?.cycleId}`,
    'dca-closed-cycle': `/dca/portfolio/${portfolioId}?cycle=${closed?.cycleId}`,
    'dca-prod-strategies': '/dca-prod/strategy',
    'compared-points': `/backtest/compare?bots=${points.slice(0, 2).join(',')}`,
    'spot-contract': '/market/BTCUSDT?market=spot&interval=1h',
  };
}

/** A live portfolio without bots, and a strategy for one. */
async function saveLive(): Promise<{ readonly portfolioId: string; readonly strategyId: string }> {
  const params = { kind: liveLadder.kind };
  const { portfolioId } = await visitor.ask(createPortfolio, { params, body: { name: 'Live' } });
  const body = { name: 'Live ladder', symbol: 'ETHUSDT', params: { baseOrderSize: '200' } };
  const { strategyId } = await visitor.ask(saveStrategy, { params, body });
  return { portfolioId, strategyId };
}

/** A backtest of four points that has ended. */
async function runTest(): Promise<string> {
  const body = {
    ...{
      kind: 'dca-bot',
      params: { baseOrderSize: '200' },
      symbols: ['ETHUSDT'],
      costs: { fundingRatePercent: '0.01' },
    },
    ...{ dateFrom: '2025-05-06', dateTo: '2025-05-09' },
    axes: [
      { path: 'take_profit_percent', values: ['0.5', '1'] },
      { path: 'step_percent', values: ['0.8', '1'] },
    ],
  };
  const { conditionId } = await visitor.ask(createTest, { body });
  const state = async () => (await visitor.ask(getTest, { query: { conditionId } })).state;
  await vi.waitFor(async () => expect(await state()).toBe('DONE'), { timeout: 60_000, interval: 200 });
  return conditionId;
}

/** A bot with rules in a portfolio of its own, which has traded for an hour, and a strategy of rules. */
async function runRules(): Promise<{ readonly portfolioId: string; readonly strategyId: string }> {
  const params = { kind: ruleStrategy.kind };
  const { portfolioId } = await visitor.ask(createPortfolio, { params, body: { name: 'Rules' } });
  const [preset] = rulePresets();
  const rules = { ...preset?.params, timeframe: '1m' };
  const bot = { name: 'Reverser', portfolioId, symbols: ['ETHUSDT'], params: rules, autostart: true };
  await visitor.ask(createBot, { params, body: bot });
  await stage.market.step(60, visitor);
  const strategy = { name: 'Reversal', symbol: 'ETHUSDT', params: rules };
  const { strategyId } = await visitor.ask(saveStrategy, { params, body: strategy });
  return { portfolioId, strategyId };
}

/** The first words of every catalogue key, such as "bots." and "cycles.": no such key may stand on a page. */
const messages = { ...whole, ...backtest, ...botWork, ...exchangeKeys, ...later, ...market, ...notices, ...orderStat };
const families = [...new Set(Object.keys(messages).map((key) => key.split('.', 1)[0] ?? ''))];
const keyShape = new RegExp(`\\b(?:${families.join('|')})\\.[a-z]\\w*(?:\\.\\w+)*\\b`);

interface Look {
  readonly size: Size;
  readonly scheme: 'dark' | 'light';
  readonly language: Language;
}

const looks = (['desktop', 'phone'] as const).flatMap((size) =>
  (['dark', 'light'] as const).map((scheme) => ({ size, scheme })),
);

/** The looks that between them have both themes and both sizes: words change no colours and colours change no words. */
const opposites = looks.filter(({ size, scheme }) => (size === 'desktop') === (scheme === 'dark'));

/** What is wrong with these pages, in words; empty when nothing is. Every other page is opened in Russian. */
async function faultsIn(names: readonly string[]): Promise<readonly string[]> {
  const reader = await openVisitor(browser, program);
  await signIn(reader.page, program);
  const faults: string[] = [];
  for (const [index, name] of names.entries()) {
    faults.push(...(await faultsOf(reader, name, index % 2 === 0 ? ['en', 'ru'] : ['ru', 'en'])));
  }
  await reader.context.close();
  return faults;
}

/**
 * Opens an address once, in the language chosen before, and switches to the other one on the page. What a page asks for fails
 * at first.
 */
async function faultsOf(reader: Visitor, name: string, languages: readonly [Language, Language]) {
  const { page } = reader;
  const [first, second] = languages;
  reader.forget();
  await page.setViewportSize(sizes.desktop);
  await page.emulateMedia({ colorScheme: 'dark' });
  const faults: string[] = [];
  const address = new URL(addresses[name] ?? '', program.address);
  const isAsking = asks(address);
  if (isAsking) faults.push(...(await faultsOfFailure(page, { name, address: address.href, language: first })));
  else await page.goto(address.href);
  await untilLoaded(page);
  faults.push(...(await faultsOfLooks(page, name, first)));
  await switchTo(page, second);
  faults.push(...(await faultsOfLooks(page, name, second)));
  const complaints = reader.complaints.filter((line) => !isAsking || !isOfFailure(line));
  return [...faults, ...complaints.map((line) => `${name}: ${line}`)];
}

/** Looks at the page in both themes and both sizes, two looks a language. */
async function faultsOfLooks(page: Page, name: string, language: Language): Promise<string[]> {
  const faults: string[] = [];
  for (const { size, scheme } of opposites) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction((wanted) => document.documentElement.dataset['mantineColorScheme'] === wanted, scheme);
    const found = await faultsSeen(page, name, { size, scheme, language });
    faults.push(...found.map((fault) => `${name} ${size} ${scheme} ${language}: ${fault}`));
  }
  return faults;
}

/** Chooses the language in the menu of the rail. */
async function switchTo(page: Page, language: Language): Promise<void> {
  await page.setViewportSize(sizes.desktop);
  const settings = page.getByRole('button', { name: /^(?:Settings|Настройки)$/ }).first();
  await settings.click();
  await page.getByRole('menuitemradio', { name: languageNames[language], exact: true }).click();
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  await settings.click(); // The menu stays open after a choice.
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.mouse.move(0, 0); // Nothing is hovered.
  // The words of the page are a file of their own; when they do not come, the looks say so.
  await page.waitForFunction(isIn, language).catch(() => undefined);
}

/** Runs in the page. Whether what it shows is in this language, as far as letters tell. */
function isIn(language: Language): boolean {
  const shown = document.querySelector<HTMLElement>('main, [role="main"]')?.innerText ?? '';
  return /[а-яё]{3,}/i.test(shown) === (language === 'ru');
}

/** Waits until the page has its heading and nothing on the screen stands for what is still being loaded. */
async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[data-skeleton]') === null);
}

async function faultsSeen(page: Page, name: string, { size, scheme, language }: Look): Promise<readonly string[]> {
  await untilLoaded(page);
  const text = await page.locator('body').innerText();
  const overflow = await page.evaluate(sidewaysPx);
  const faults = [
    ...(keyShape.exec(text) ?? []).map((key) => `untranslated ${key}`),
    ...(language === 'en' ? (/[а-яё]{3,}/i.exec(text.replace('Русский', '')) ?? []) : []),
    ...(language === 'ru' && !/[а-яё]{3,}/i.test(text) ? ['not in Russian'] : []),
    ...(overflow > 0 ? [`scrolls ${overflow} px sideways`] : []),
    ...((await page.evaluate(windowScrollPx)) > 0 ? ['scrolls its window beside the content'] : []),
    ...((await page.evaluate(hidesEngine)) ? ['has no room for the state of the engine'] : []),
    ...(language === 'en' ? await (name === FRAMED ? findings : findingsInContent)(page) : []),
  ];
  if (faults.length > 0) await page.screenshot({ path: `${PICTURES}/${name}-${size}-${scheme}-${language}.png` });
  return faults;
}

/** Runs in the page. By how many pixels the window or the frame of the page, which scrolls on a phone, can be moved sideways. */
function sidewaysPx(): number {
  const frame = document.querySelector('h1')?.closest('[data-kind]:not(header)');
  const inFrame = frame ? frame.scrollWidth - frame.clientWidth : 0;
  return Math.max(document.documentElement.scrollWidth - window.innerWidth, inFrame);
}

/** Runs in the page. By how many pixels the window scrolls where only the content should: what is merely read out can stretch it. */
function windowScrollPx(): number {
  if (document.getElementById('content') === null) return 0; // Nobody is signed in.
  return document.documentElement.scrollHeight - window.innerHeight;
}

/** Runs in the page. Parts of the strip that find no room wrap out of it; the state of the engine never may. */
function hidesEngine(): boolean {
  const engine = document.querySelector('[data-part="engine"]');
  const strip = engine?.closest('section');
  if (!engine || !strip) return false; // Nobody is signed in.
  return engine.getBoundingClientRect().top >= strip.getBoundingClientRect().bottom;
}

/**
 * Whether a page asks the server for something of its own, which can fail. What is said of a kind that does not run yet does
 * not, unless a portfolio is named, nor does a comparison of nothing.
 */
function asks({ pathname, search }: URL): boolean {
  const page = pageAt(pathname);
  if (page === null) return false;
  if (page.view === 'coming') return page.title === 'nav.portfolio';
  return page.view !== 'compare' || search !== '';
}

const failure: Problem = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: problems.INTERNAL_ERROR.status,
  code: 'INTERNAL_ERROR',
  detail: problems.INTERNAL_ERROR.sentence,
  errors: [],
  requestId: 'e2e',
};

/**
 * Makes every call fail, except the settings, without which there is no session. A route of Playwright's would turn the cache
 * of the browser off, and each page would load and compile all of its code anew.
 * @returns ends it
 */
async function failCalls(page: Page): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  const refusal = {
    responseCode: failure.status,
    responseHeaders: [{ name: 'content-type', value: 'application/json' }],
    body: Buffer.from(JSON.stringify(objectToSnake(failure))).toString('base64'),
  };
  line.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isKept = new URL(request.url).pathname === getSettings.path;
    const answered = isKept
      ? line.send('Fetch.continueRequest', { requestId })
      : line.send('Fetch.fulfillRequest', { requestId, ...refusal });
    answered.catch(() => undefined); // Nobody waits for the answer any more: the page was left, or calls work again.
  });
  await line.send('Fetch.enable', { patterns: [{ urlPattern: `${program.address}/api/*` }] });
  return () => line.detach();
}

/** What a page says in each language when its calls fail, and the button that asks again. */
const failed = {
  en: { sentence: whole['problem.INTERNAL_ERROR'], retry: whole['act.retry'] },
  ru: { sentence: wholeRussian['problem.INTERNAL_ERROR'], retry: wholeRussian['act.retry'] },
} as const;
const codes = new RegExp(`\\b(?:${[...Object.keys(problems), 'BAD_RESPONSE', 'TIMEOUT'].join('|')})\\b`);

/** What the browser and the page note of the calls that were made to fail. A call that fails later shows as a sentence. */
const isOfFailure = (complaint: string): boolean =>
  complaint.startsWith('500 ') || complaint.includes('status of 500') || complaint.includes(failure.detail);

interface FailedPage {
  readonly name: string;
  readonly address: string;
  readonly language: Language;
}

/** Opens a page whose calls fail, and has them succeed at the second try. */
async function faultsOfFailure(page: Page, { name, address, language }: FailedPage): Promise<readonly string[]> {
  const { sentence, retry } = failed[language];
  const heal = await failCalls(page);
  await page.goto(address);
  const told = page.getByRole('main').getByText(sentence);
  await expect.poll(() => told.count(), { message: name }).toBeGreaterThan(0);
  await untilLoaded(page);
  const code = codes.exec(await page.locator('body').innerText())?.[0];
  await heal();
  const again = page.getByRole('main').getByRole('button', { name: retry }).first();
  // What failed just before calls succeed again may be told after the first click.
  const retried = async (): Promise<number> => {
    if ((await again.count()) > 0) await again.click({ timeout: RETRY_MS }).catch(() => undefined); // It may be gone meanwhile.
    return told.count();
  };
  await expect.poll(retried, { message: name }).toBe(0);
  return code === undefined ? [] : [`${name} shows the code ${code} when its calls fail`];
}

describe('every page', () => {
  it(
    'every page says in a sentence that its calls failed, comes back with Retry, is translated, fits and passes axe in both themes, sizes and languages',
    SLOW,
    async () => {
      const names = Object.keys(addresses);
      const half = Math.ceil(names.length / 2);
      const faults = await Promise.all([faultsIn(names.slice(0, half)), faultsIn(names.slice(half))]);
      expect(faults.flat()).toEqual([]);
      expect(names.filter((name) => asks(new URL(addresses[name] ?? '', program.address))).length).toBeGreaterThan(20); // Some ask nothing of their own.
    },
  );

  it('the login page fits and passes axe in both themes and sizes', async () => {
    const stranger = await openVisitor(browser, program);
    const faults: string[] = [];
    await stranger.page.goto('/login');
    for (const { size, scheme } of looks) {
      await stranger.page.setViewportSize(sizes[size]);
      await stranger.page.emulateMedia({ colorScheme: scheme });
      faults.push(...(await faultsSeen(stranger.page, 'login', { size, scheme, language: 'en' })));
    }
    expect([...faults, ...stranger.complaints]).toEqual([]);
    await stranger.context.close();
  });
});

describe('keyboard only', () => {
  /** Goes to an address, unless the page is there: what a test opens it closes. */
  async function openAt(address: string): Promise<void> {
    await visitor.page.setViewportSize(sizes.desktop);
    if (new URL(visitor.page.url()).pathname !== address) await visitor.page.goto(address);
  }

  afterEach(async ({ task }) => {
    // What a failed test left open is nobody else's affair.
    if (task.result?.state === 'fail') await visitor.page.goto('about:blank');
  });

  it('the keyboard alone navigates, searches, walks rows, opens and closes', async () => {
    const { page } = visitor;
    await page.setViewportSize(sizes.desktop);
    await page.goto('/dca/logs');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await goByKeys(page, 'p', '**/portfolios');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('majors');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dca/portfolio/*');
    await page.reload();
    const rows = page.locator('tbody tr[data-row]');
    await rows.nth(2).waitFor();
    const second = await rows.nth(1).getAttribute('data-row');
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    await page.keyboard.press('Escape');
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    const focused = page.locator('tr:focus');
    await expect.poll(() => focused.getAttribute('data-row')).toBe(second);
    expect(await focused.evaluate((row) => getComputedStyle(row).outlineStyle)).not.toBe('none');
    await page.keyboard.press('Enter');
    await page.waitForURL('**?cycle=*');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('cycle'));
    await expect.poll(() => focused.getAttribute('data-row')).toBe(second);
  });

  it.each([
    ['home', 'New portfolio', 'dialog'],
    ['home', 'Remove the demo…', 'dialog'],
    ['home', 'Actions for Alt grid', 'menu'],
    ['home', 'Settings', 'menu'],
    ['dca-bots', 'Columns', 'menu'],
    ['dca-strategy-id', 'Version 1', 'menu'],
    ['dca-strategy-id', 'Start a bot', 'dialog'],
    ['dca-strategy-id', 'Delete…', 'dialog'],
    ['account', 'Replace the key', 'dialog'],
    ['account', 'Remove the key…', 'dialog'],
  ] as const)(
    'on the page %s Enter on "%s" opens a %s; Escape closes it and focus returns',
    async (name, button, role) => {
      const { page } = visitor;
      await openAt(addresses[name] ?? '');
      const opener = page.getByRole('button', { name: button, exact: true });
      await opener.focus();
      await page.keyboard.press('Enter');
      const overlay = page.getByRole(role);
      await expect.poll(() => overlay.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await overlay.waitFor({ state: 'detached' });
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  );

  it('an open menu keeps the focus when a part that comes late pushes its button out of view', async () => {
    const { page } = visitor;
    await page.goto('/portfolios');
    await page.getByRole('button', { name: 'Actions for Alt grid' }).focus();
    await page.keyboard.press('Enter');
    const menu = page.locator('[role="menu"]'); // Found by what it is even when nobody could see it.
    await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const top = () => menu.evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await page.evaluate(() => {
      const late = document.createElement('div');
      late.style.cssText = `flex: none; height: ${window.innerHeight}px`;
      document.querySelector('h1')?.parentElement?.before(late);
    });
    await expect.poll(top).not.toBe(before); // The menu has heard that its button is elsewhere.
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByRole('menuitem', { name: 'Rename…' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  it.each(['Control+k', '?'])('%s opens a dialog; Escape closes it and focus returns', async (keys) => {
    const { page } = visitor;
    await page.goto('/portfolios');
    const before = page.getByRole('button', { name: 'New portfolio' });
    await before.focus();
    await page.keyboard.press(keys);
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => before.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('focus stays visible on every Tab through the bots page', async () => {
    const { page } = visitor;
    await page.goto('/dca/bots');
    await page.locator('tbody tr').first().waitFor();
    const unseen: string[] = [];
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      const plain = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return null;
        const style = getComputedStyle(element);
        return style.outlineStyle === 'none' && style.boxShadow === 'none' ? element.outerHTML.slice(0, 120) : null;
      });
      if (plain !== null) unseen.push(plain);
    }
    expect(unseen).toEqual([]);
  });
});

it('a portfolio asked for under another kind is shown at its own address', async () => {
  const own = addresses['dca-portfolio-id'] ?? '';
  await visitor.page.goto(own.replace('/dca/', '/custom/'));
  await visitor.page.waitForURL(`**${own}`);
  expect(own).toMatch(/^\/dca\/portfolio\/./);
});
