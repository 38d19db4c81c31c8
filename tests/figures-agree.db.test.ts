import { objectToCamel } from 'ts-case-convert';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { getBots } from '#contract/bot.ts';
import type { Call, Reply } from '#contract/call.ts';
import { getCycles } from '#contract/cycle.ts';
import { getOrderStat } from '#contract/orders/order-stat.ts';
import { getPortfolioById, getPortfolioList, getPortfolioPnl, getPortfolioReturns } from '#contract/portfolio.ts';
import { getPortfolioBreakdown } from '#contract/risk/breakdown.ts';
import { getStressTest } from '#contract/risk/stress-test.ts';
import { getStatus } from '#contract/system.ts';
import { ANN, expectStatus, startWorld, type World } from './support/api-world.ts';
import {
  disagreements,
  type PortfolioAnswers,
  portfolioFigures,
  type UserAnswers,
  userFigures,
} from './support/figures/figure-places.ts';
import { LADDERS, manyLadders } from './support/figures/many-ladders.ts';

/** In which cycles of narrow ladders open and end. */
const MINUTES = 90;
const KIND = 'dca-bot';
/** Every cycle of the demo. */
const CYCLES_MAX = 5_000;

let world: World;

beforeAll(async () => {
  world = await startWorld();
  await fillPortfolio();
  await world.server.step(MINUTES);
  await world.server.flush();
});
afterAll(() => world.server.close());

const post = async (url: string, body: object) =>
  expectStatus(await world.server.send('POST', url, { as: ANN, body }), 200);

async function fillPortfolio(): Promise<void> {
  const { wallet, ladders } = manyLadders();
  const { portfolio_id } = await post(`/api/${KIND}/create-portfolio`, wallet);
  for (const ladder of ladders) await post(`/api/${KIND}/create`, { ...ladder, portfolio_id });
}

async function ask<const C extends Call>(call: C, query: Readonly<Record<string, string>> = {}): Promise<Reply<C>> {
  const path = call.path.replace(':kind', KIND);
  const body = expectStatus(await world.server.send('GET', `${path}?${new URLSearchParams(query)}`, { as: ANN }), 200);
  return call.reply.parse(objectToCamel(body)) as Reply<C>; // Parsed by the schema that the type comes from.
}

const byId = <Row extends { readonly portfolioId: string }>(rows: readonly Row[], id: string): Row =>
  at(
    rows.filter(({ portfolioId }) => portfolioId === id),
    0,
  );

async function everything(): Promise<UserAnswers> {
  const [status, list] = [await ask(getStatus), (await ask(getPortfolioList)).items];
  const [bots, stress] = [(await ask(getBots)).items, await ask(getStressTest, { market_percent: '20' })];
  const returns = await ask(getPortfolioReturns);
  const day = status.marketTime.slice(0, 10);
  const first = returns.dateFrom.slice(0, 10);
  const portfolios: PortfolioAnswers[] = [];
  for (const listed of list) {
    const id = listed.portfolioId;
    const query = { portfolio_id: id };
    portfolios.push({
      listed,
      card: await ask(getPortfolioById, query),
      bots: bots.filter(({ portfolioId }) => portfolioId === id),
      cycles: (await ask(getCycles, { ...query, limit: String(CYCLES_MAX) })).items,
      pnl: await ask(getPortfolioPnl, query),
      pnlToday: await ask(getPortfolioPnl, { ...query, date_from: day }),
      breakdown: await ask(getPortfolioBreakdown, query),
      returns: byId(returns.items, id),
      stressed: byId(stress.portfolios, id),
    });
  }
  return {
    status,
    list,
    bots,
    stress,
    portfolios,
    orders: await ask(getOrderStat, { date_from: first, date_to: day }),
  };
}

it('every figure of the demo and of a portfolio of 200 bots has one value in all answers of the API', async () => {
  const answers = await everything();
  expect(disagreements(userFigures, answers)).toEqual([]);
  for (const portfolio of answers.portfolios)
    expect(disagreements(portfolioFigures, portfolio), portfolio.card.name).toEqual([]);
  const sizes = answers.portfolios.map(({ bots }) => bots.length);
  expect(Math.max(...sizes)).toBe(LADDERS);
  const { status } = answers;
  expect(status.unprotectedByDesign).toBeGreaterThan(0);
  expect(Number(status.todayPaper)).not.toBe(0);
});
