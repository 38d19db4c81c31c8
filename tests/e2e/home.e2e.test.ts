import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import { getBots } from '#contract/bot.ts';
import {
  createPortfolio,
  getPortfolioById,
  getPortfolioList,
  getPortfolioPnl,
  getPortfolioReturns,
} from '#contract/portfolio.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { AXE_ALLOWED, graveFindings } from '../support/axe.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import { sharedProgram } from '../support/shared-program.ts';
import { STORY_MS } from '../support/story-limit.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

const STORY = { timeout: STORY_MS };
/** From the message with the new values to their figures on the screen, by the browser's clock. */
const SHOWN_WITHIN_MS = 2_000;
/** Two coins: which cycles share one is known only with the late answer. */
const MOVES_LESS_THAN_PX = 64;
const PARTS = ['walletStart', 'transfers', 'resultAll', 'unrealized', 'openRealized', 'openCosts'] as const;

let stage: HeldStage;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  stage = await openDemo(AXE_ALLOWED);
  ({ visitor, page } = stage);
});

afterAll(() => stage.close());

beforeEach(() => visitor.forget());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: 'screenshots/home-failed.png' });
});

const total = (amounts: readonly string[]): string => cashText(sum(amounts.map(cashFrom)));
const portfolios = async () => (await visitor.ask(getPortfolioList, {})).items;
const botsOf = async (portfolioId: string) =>
  (await visitor.ask(getBots, { params: { kind: 'dca-bot' }, query: { portfolioId } })).items;
const totals = (on = page) => on.getByRole('region', { name: /simulated fills$/ });
const exactOf = (term: string) => totals().locator(`[data-term="${term}"] [data-exact]`).first();
const numberIn = (text: string) => Number(text.replaceAll(',', '').replace('\u2212', '-'));

/** What each call tells of a portfolio, where all of them must tell the same. */
async function accountsOf({ portfolioId }: Portfolio) {
  const one = await visitor.ask(getPortfolioById, { query: { portfolioId } });
  const pnl = await visitor.ask(getPortfolioPnl, { query: { portfolioId } });
  const returns = await visitor.ask(getPortfolioReturns, { query: {} });
  const bots = await botsOf(portfolioId);
  return {
    equity: one.equity,
    parts: total(PARTS.map((part) => one[part])),
    points: pnl.points.at(-1)?.equity,
    returns: returns.items.find((item) => item.portfolioId === portfolioId)?.equity.at(-1),
    unrealized: total(bots.map((bot) => bot.unrealized)),
    resultAll: total(bots.map((bot) => bot.resultTotal)),
  };
}

/** The bridge as the page shows it, each term exact. */
async function shownBridge() {
  const terms = ['start', 'transfers', 'closed', 'open', 'equity'] as const;
  const exact = await Promise.all(terms.map((term) => exactOf(term).getAttribute('data-exact')));
  return exact.map((amount) => total([amount ?? '0']));
}

async function bridgeOfApi() {
  const all = await portfolios();
  const of = (part: (typeof PARTS)[number] | 'equity') => total(all.map((one) => one[part]));
  const open = total([of('unrealized'), of('openRealized'), of('openCosts')]);
  return [of('walletStart'), of('transfers'), of('resultAll'), open, of('equity')];
}

describe('the home page', () => {
  it('a portfolio without bots shows its capital and the next act, and no zero as a figure', STORY, async () => {
    const empty = await sharedProgram();
    const newcomer = await openVisitor(stage.browser, empty);
    await signIn(newcomer.page, empty);
    await newcomer.page.getByRole('button', { name: 'Create your first portfolio' }).waitFor();
    const body = { name: 'Not begun', balance: '250.5' };
    await newcomer.ask(createPortfolio, { params: { kind: 'dca-bot' }, body });
    await newcomer.page.goto('/portfolios');
    await totals(newcomer.page).getByText('250.50').waitFor();
    await totals(newcomer.page).getByRole('link', { name: 'Choose a strategy' }).waitFor();
    expect(await newcomer.page.locator('main').innerText()).not.toMatch(/(?<![\d.,])0\.00/);
    await newcomer.context.close();
  });

  it('the bridge on the home page adds up to the equity of the API to the last digit', STORY, async () => {
    await stage.enterAll();
    await expect.poll(async () => ({ bridge: await shownBridge() })).toEqual({ bridge: await bridgeOfApi() });
    const [start = '0', transfers = '0', closed = '0', open = '0', equity] = await shownBridge();
    expect(total([start, transfers, closed, open])).toBe(equity);
    for (const card of (await portfolios()).filter(({ botsTotal }) => botsTotal > 0)) {
      const { equity: own, unrealized, resultAll } = card;
      expect(await accountsOf(card), card.name).toEqual({
        ...{ equity: own, parts: own, points: own, returns: own },
        ...{ unrealized, resultAll },
      });
    }
  });

  it(
    'exposure, danger and returns on the home page are those of the bots, and a cycle opens there',
    STORY,
    async () => {
      await page.goto('/portfolios');
      const atoms = (await stage.bots()).flatMap((bot) => bot.atoms).filter(({ quantity }) => Number(quantity) > 0);
      const exposure = page.getByRole('table', { name: 'Exposure by coin' });
      await exposure.waitFor();
      expect(await exposure.locator('tbody tr').count()).toBe(new Set(atoms.map(({ symbol }) => symbol)).size);
      const nets = await exposure.locator('tbody tr td:nth-of-type(2)').allInnerTexts();
      const net = numberIn(await exposure.locator('tfoot td').nth(1).innerText());
      expect(nets.reduce((all, text) => all + numberIn(text), 0)).toBeCloseTo(net, 1);
      const held = atoms.map(
        ({ quantity, mark, direction }) => Number(quantity) * Number(mark) * (direction === 'buy' ? 1 : -1),
      );
      expect(net).toBeCloseTo(
        held.reduce((all, one) => all + one),
        1,
      );

      const returns = page.getByRole('table', { name: 'Return beside holding' });
      await returns.waitFor();
      expect((await returns.locator('tbody tr').allInnerTexts()).toSorted()).toEqual([
        expect.stringMatching(/Alt grid(\s+[+\u2212]?[\d,]+\.\d\d){4}$/),
        expect.stringMatching(/Majors ladder(\s+[+\u2212]?[\d,]+\.\d\d){4}$/),
      ]);

      const away = (price: string | null, mark: string | null) =>
        price === null ? Number.POSITIVE_INFINITY : Math.abs(Number(price) / Number(mark) - 1);
      const nearness = ({ stopLossPrice, liquidationPrice, mark }: (typeof atoms)[number]) =>
        Math.min(away(stopLossPrice, mark), away(liquidationPrice, mark));
      const [nearest] = atoms.toSorted((a, b) => nearness(a) - nearness(b));
      const first = page.getByRole('group', { name: 'Open cycles by danger' }).getByRole('link').first();
      expect(await first.getAttribute('href')).toContain(`cycle=${nearest?.currentCycleId}`);
      expect(await graveFindings(page)).toEqual([]);
      expect(visitor.complaints).toEqual([]);
      await first.click();
      await page.locator('aside').getByRole('heading', { level: 2 }).first().waitFor();
      expect(new URL(page.url()).searchParams.get('cycle')).toBe(nearest?.currentCycleId);
    },
  );

  it(
    'the home page shows a new minute within two seconds of its message, and its age when none comes',
    STORY,
    async () => {
      const sent: Sent[] = [];
      let isSilent = false;
      await page.routeWebSocket(/\/api\/live/, (line) => {
        line.connectToServer().onMessage((message) => {
          if (isSilent) return;
          sent.push({ at: Date.now(), text: String(message) });
          line.send(message);
        });
      });
      await page.goto('/portfolios');
      await exactOf('equity').waitFor();
      await page.evaluate(watchEquity);
      const before = await exactOf('equity').getAttribute('data-exact');
      await stage.market.step(1, visitor);
      await expect
        .poll(async () => total([(await exactOf('equity').getAttribute('data-exact')) ?? '']))
        .toBe((await bridgeOfApi()).at(-1));
      const now = (await exactOf('equity').getAttribute('data-exact')) ?? '';
      expect(now).not.toBe(before);
      const shownAt = await page.evaluate((equity) => window.equityShownAt?.[equity] ?? Number.NaN, now);
      // The market stands still: the last values that were sent before are the ones shown.
      const told = sent.findLast(({ at, text }) => at <= shownAt && /"topic":"(?:bots|funds)"/.test(text));
      expect(shownAt - (told?.at ?? Number.NaN)).toBeLessThanOrEqual(SHOWN_WITHIN_MS);

      isSilent = true;
      await page.getByText(/^The values below are \d\d s old\.$/).waitFor();
      isSilent = false;
      await page.getByText(/^The values below are/).waitFor({ state: 'detached' });
      expect(visitor.complaints).toEqual([]);
    },
  );

  it(
    'cards whose answers come late have their place: the list below them moves by less than a row or two',
    STORY,
    async () => {
      let answer = (): void => undefined;
      const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/\/api\/(?:together|get-portfolio-returns|[a-z-]+\/get-bots)/, async (route) => {
        if (route.request().url().includes('/together')) await route.fulfill({ json: { answers: [] } });
        else {
          await mayAnswer;
          await route.continue();
        }
      });
      await page.goto('/portfolios');
      const row = page.getByRole('row', { name: /Majors ladder/ }).last();
      await row.waitFor();
      const topOf = async () => (await row.boundingBox())?.y ?? Number.NaN;
      const before = await topOf();
      answer();
      await page.getByRole('table', { name: 'Exposure by coin' }).waitFor();
      await page.getByText(/^Holding = the same capital/).waitFor();
      expect(Math.abs((await topOf()) - before)).toBeLessThan(MOVES_LESS_THAN_PX);
      await page.unroute(/\/api\/(?:together|get-portfolio-returns|[a-z-]+\/get-bots)/);
    },
  );
});

interface Sent {
  /** Wall time, milliseconds; the browser runs on the same clock. */
  readonly at: number;
  readonly text: string;
}

declare global {
  interface Window {
    /** When each exact equity came onto the screen first, wall time in milliseconds. */
    equityShownAt?: Record<string, number>;
  }
}

/** Runs in the page. */
function watchEquity(): void {
  const shownAt: Record<string, number> = {};
  window.equityShownAt = shownAt;
  const note = () => {
    const equity = document.querySelector('[data-term="equity"] [data-exact]')?.getAttribute('data-exact') ?? '';
    shownAt[equity] ??= Date.now();
  };
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(note).observe(document.body, options);
}
