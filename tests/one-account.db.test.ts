import { afterAll, beforeAll, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import { getBots } from '#contract/bot.ts';
import { getPortfolioById, getPortfolioList, getPortfolioPnl, getPortfolioReturns } from '#contract/portfolio.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { signedIn } from './support/caller.ts';
import { type HeldMarket, startHeld } from './support/held-market.ts';
import { loadDemoOf } from './support/load-demo.ts';
import type { RunningProgram } from './support/program.ts';
import { STORY_MS } from './support/story-limit.ts';

const STORY = { timeout: STORY_MS };
const PARTS = ['walletStart', 'transfers', 'resultAll', 'unrealized', 'openRealized', 'openCosts'] as const;
const MINUTES = 4;

let program: RunningProgram;
let market: HeldMarket;
let owner: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  ({ program, market } = await startHeld());
  owner = await signedIn(program);
}, STORY.timeout);

afterAll(() => program.stop());

const total = (amounts: readonly string[]): string => cashText(sum(amounts.map(cashFrom)));

/** What every call tells of a portfolio, beside its card in the list. */
async function accountsOf(card: Portfolio) {
  const { portfolioId, name, equity, unrealized, resultAll } = card;
  const one = await owner.ask(getPortfolioById, { query: { portfolioId } });
  const pnl = await owner.ask(getPortfolioPnl, { query: { portfolioId } });
  const returns = await owner.ask(getPortfolioReturns, { query: {} });
  const bots = (await owner.ask(getBots, { params: { kind: 'dca-bot' }, query: { portfolioId } })).items;
  return {
    card: { name, byId: equity, parts: equity, points: equity, returns: equity, unrealized, resultAll },
    told: {
      name,
      byId: one.equity,
      parts: total(PARTS.map((part) => card[part])),
      points: pnl.points.at(-1)?.equity,
      returns: returns.items.find((item) => item.portfolioId === portfolioId)?.equity.at(-1),
      unrealized: total(bots.map((bot) => bot.unrealized)),
      resultAll: total(bots.map((bot) => bot.resultTotal)),
    },
  };
}

it(
  'every call has one account of every portfolio from the moment the demo is loaded, minute by minute',
  STORY,
  async () => {
    await loadDemoOf(owner);
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const { items } = await owner.ask(getPortfolioList, {});
      expect(items).toHaveLength(2);
      for (const portfolio of items) {
        const { card, told } = await accountsOf(portfolio);
        expect({ minute, ...told }).toEqual({ minute, ...card });
      }
      await market.step(1, owner);
    }
  },
);
