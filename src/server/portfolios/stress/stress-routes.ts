import { setImmediate as nextTurn } from 'node:timers/promises';
import { subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Reply } from '#contract/call.ts';
import { getStressTest } from '#contract/risk/stress-test.ts';
import { isLiveKind } from '#engine/bots/registry.ts';
import { PAPER_SLIPPAGE } from '#engine/matching/paper-slippage.ts';
import type { PriceFall } from '#engine/stress/fall-minute.ts';
import { openStress, type Stress, type StressOutcome } from '#engine/stress/open-stress.ts';
import { BETA_ONE, stressedPrice } from '#engine/stress/stressed-price.ts';
import type { FundsNow } from '#ports/runtime.ts';
import { botsInCycles, type CyclingBot } from '#storage/bots.ts';
import { listPortfolios, type PortfolioRow } from '#storage/portfolios.ts';
import { type Context, marketNow } from '../../http/context.ts';
import { type Route, route } from '../../http/route.ts';
import { holdingsOf } from '../present-portfolio.ts';
import { type MeasuredBeta, measuredBetas } from './measured-betas.ts';
import { type FallenPortfolio, presentStress } from './present-stress.ts';
import { type Holdings, marksOf, portfolioSnapshot, readHoldings } from './read-holdings.ts';

/** What a fall of the market would do to the bots of a user. */
export function stressRoutes(): Route[] {
  return [route(getStressTest, stressTest)];
}

type StressContext = Context<typeof getStressTest>;

async function stressTest({ caller, query, services, read }: StressContext): Promise<Reply<typeof getStressTest>> {
  const { runtime, closes } = services;
  const percent = Number(query.marketPercent);
  const { rows, bots } = await read(async (tx) => {
    // A live portfolio has no wallet of its own to fall: its margin is shared at the exchange.
    const paper = (await listPortfolios(tx, caller.userId, null)).filter(({ kind }) => !isLiveKind(kind));
    const ids = new Set(paper.map(({ portfolioId }) => portfolioId));
    const cycling = await botsInCycles(tx, caller.userId);
    return { rows: paper, bots: cycling.filter(({ portfolioId }) => ids.has(portfolioId)) };
  });
  const ids = rows.map(({ portfolioId }) => portfolioId);
  const holdings = await readHoldings(runtime, { ids, bots });
  const marks = marksOf(holdings.bots);
  const betas = await measuredBetas(closes, [...marks.keys()].sort(), marketNow(runtime));
  const falls = new Map([...marks].map(([symbol, mark]) => [symbol, fallOf(mark, percent, betas.get(symbol))]));
  const portfolios: FallenPortfolio[] = [];
  const cycling = Map.groupBy(bots, ({ portfolioId }) => portfolioId);
  for (const row of rows) {
    const own = cycling.get(row.portfolioId) ?? [];
    portfolios.push({ row, bots: own, outcome: await letFall(row, own, { holdings, falls, services }) });
  }
  return presentStress({ percent, betas, falls, portfolios, instruments: runtime.instruments });
}

function fallOf(from: Ticks, percent: number, beta: MeasuredBeta | undefined): PriceFall {
  return { from, to: stressedPrice(from, percent, beta?.used ?? BETA_ONE) };
}

interface Fall {
  readonly holdings: Holdings;
  readonly falls: ReadonlyMap<string, PriceFall>;
  readonly services: Pick<StressContext['services'], 'runtime'>;
}

/**
 * A portfolio without a position keeps its equity.
 * @returns `behind` while the engine does not hold a portfolio with open cycles
 */
async function letFall(
  row: PortfolioRow,
  bots: readonly CyclingBot[],
  { holdings, falls, services }: Fall,
): Promise<FallenPortfolio['outcome']> {
  const funds = holdings.funds.get(row.portfolioId);
  if (bots.length === 0 || funds === undefined) return bots.length === 0 ? idle(row, funds) : 'behind';
  const snapshot = portfolioSnapshot(holdings, { funds, botIds: bots.map(({ botId }) => botId) });
  const market = { instruments: services.runtime.instruments, slippage: PAPER_SLIPPAGE };
  const stress = openStress({ snapshot, market, falls });
  if (stress === null) return idle(row, funds);
  await runInSlices(stress);
  return stress.outcome();
}

function idle(row: PortfolioRow, funds: FundsNow | undefined): StressOutcome {
  const { equity, initialMargin } = holdingsOf(row, funds, ZERO_CASH);
  const held = { equity, freeMargin: subtract(equity, initialMargin) };
  return { before: held, after: held, positions: [] };
}

/** Other requests get their turn after this much work, wall milliseconds. */
const SLICE_MS = 5;

async function runInSlices(stress: Stress): Promise<void> {
  let until = performance.now() + SLICE_MS;
  while (stress.advance()) {
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
}
