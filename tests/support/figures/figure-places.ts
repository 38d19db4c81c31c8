import { cashFrom, cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import type { getBots } from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import type { getCycles } from '#contract/cycle.ts';
import type { getOrderStat } from '#contract/orders/order-stat.ts';
import type { getPortfolioById, getPortfolioList, getPortfolioPnl, getPortfolioReturns } from '#contract/portfolio.ts';
import type { getPortfolioBreakdown } from '#contract/risk/breakdown.ts';
import type { getStressTest } from '#contract/risk/stress-test.ts';
import type { getStatus } from '#contract/system.ts';

type Portfolio = Reply<typeof getPortfolioById>;
type Bot = Reply<typeof getBots>['items'][number];
type Cycle = Reply<typeof getCycles>['items'][number];

/** The answers about one portfolio, of one instant. */
export interface PortfolioAnswers {
  readonly card: Portfolio;
  readonly listed: Portfolio;
  readonly bots: readonly Bot[];
  readonly cycles: readonly Cycle[];
  readonly pnl: Reply<typeof getPortfolioPnl>;
  readonly pnlToday: Reply<typeof getPortfolioPnl>;
  readonly breakdown: Reply<typeof getPortfolioBreakdown>;
  readonly returns: Reply<typeof getPortfolioReturns>['items'][number];
  readonly stressed: Reply<typeof getStressTest>['portfolios'][number];
}

/** The answers about everything that a user has, of one instant. */
export interface UserAnswers {
  readonly status: Reply<typeof getStatus>;
  readonly list: Reply<typeof getPortfolioList>['items'];
  readonly bots: readonly Bot[];
  readonly stress: Reply<typeof getStressTest>;
  readonly orders: Reply<typeof getOrderStat>;
  readonly portfolios: readonly PortfolioAnswers[];
}

/** Where a figure is found: a place by the name of its call and field, and its value in exact decimals. */
export type Places<Answers> = Readonly<Record<string, (answers: Answers) => string>>;
export type Figures<Answers> = Readonly<Record<string, Places<Answers>>>;

/**
 * Compares each figure over all its places.
 * @returns a line for each figure whose places differ, with the value of each place
 */
export function disagreements<Answers>(figures: Figures<Answers>, answers: Answers): readonly string[] {
  return Object.entries(figures).flatMap(([figure, places]) => {
    const values = Object.entries(places).map(([place, read]) => [place, exact(read(answers))] as const);
    const isOne = new Set(values.map(([, value]) => value)).size === 1;
    return isOne ? [] : [`${figure}: ${values.map(([place, value]) => `${place} ${value}`).join(', ')}`];
  });
}

const exact = (value: string): string => (/^-?\d+(\.\d+)?$/.test(value) ? cashText(cashFrom(value)) : value);

/** The sum of a figure over rows. */
export function total<Row>(rows: readonly Row[], pick: (row: Row) => string): string {
  return cashText(sum(rows.map((row) => cashFrom(pick(row)))));
}

const add = (...amounts: readonly string[]): string => total(amounts, (amount) => amount);
const count = (rows: readonly unknown[]): string => String(rows.length);
const sumOf = <Row>(rows: readonly Row[], pick: (row: Row) => number): string =>
  String(rows.reduce((all, row) => all + pick(row), 0));
const ended = ({ cycles }: PortfolioAnswers) => cycles.filter(({ endDate }) => endDate !== null);
const open = ({ cycles }: PortfolioAnswers) => cycles.filter(({ endDate }) => endDate === null);
const atomsOf = (bots: readonly Bot[]) => bots.flatMap(({ atoms }) => atoms);
const last = <Row>(rows: readonly Row[]): Row => {
  const row = rows.at(-1);
  if (row === undefined) throw new Error('the list has a last row');
  return row;
};

/** Figures of one portfolio. */
export const portfolioFigures: Figures<PortfolioAnswers> = {
  equity: {
    'get-portfolio-by-id equity': ({ card }) => card.equity,
    'get-portfolio-list equity': ({ listed }) => listed.equity,
    'its parts': ({ card: { walletStart, transfers, resultAll, unrealized, openRealized, openCosts } }) =>
      add(walletStart, transfers, resultAll, unrealized, openRealized, openCosts),
    'the last of its small curve': ({ card }) => last(card.spark),
    'get-portfolio-pnl last point': ({ pnl }) => last(pnl.points).equity,
    'get-portfolio-returns last': ({ returns, card }) => last(returns.equity) ?? card.equity,
    'get-stress-test before the fall': ({ stressed }) => stressed.equity,
  },
  'paid in': {
    'get-portfolio-by-id start + transfers': ({ card }) => add(card.walletStart, card.transfers),
    'get-portfolio-pnl paid_in': ({ pnl }) => pnl.paidIn,
  },
  'result of today': {
    'get-portfolio-by-id result_today': ({ card }) => card.resultToday,
    'get-portfolio-list result_today': ({ listed }) => listed.resultToday,
    'get-portfolio-pnl of today': ({ pnlToday }) => pnlToday.result,
    'days of get-portfolio-pnl of today': ({ pnlToday }) => total(pnlToday.days, ({ result }) => result),
    'get-bots result_today': ({ bots }) => total(bots, ({ resultToday }) => resultToday),
  },
  'result of 7 days': {
    'get-portfolio-by-id result_7d': ({ card }) => card.result7d,
    'get-bots result_7d': ({ bots }) => total(bots, ({ result7d }) => result7d),
  },
  'result of all time': {
    'get-portfolio-by-id result_all': ({ card }) => card.resultAll,
    'get-portfolio-pnl result': ({ pnl }) => pnl.result,
    'parts of get-portfolio-pnl': ({ pnl }) =>
      add(pnl.gross, pnl.funding, `-${pnl.commission}`.replace('--', ''), `-${pnl.liquidationFee}`.replace('--', '')),
    'days of get-portfolio-pnl': ({ pnl }) => total(pnl.days, ({ result }) => result),
    'last point of get-portfolio-pnl': ({ pnl }) => last(pnl.points).cumulative,
    'get-bots result_total': ({ bots }) => total(bots, ({ resultTotal }) => resultTotal),
    'get-cycles that ended': (answers) => total(ended(answers), ({ result }) => result),
    'get-portfolio-breakdown total': ({ breakdown }) => breakdown.total.result,
    'get-portfolio-breakdown symbols': ({ breakdown }) => total(breakdown.symbols, ({ result }) => result),
    'get-portfolio-breakdown sides': ({ breakdown }) => total(breakdown.sides, ({ result }) => result),
    'get-portfolio-breakdown reasons': ({ breakdown }) => total(breakdown.reasons, ({ result }) => result),
    'get-portfolio-breakdown versions': ({ breakdown }) => total(breakdown.versions, ({ result }) => result),
  },
  unrealized: {
    'get-portfolio-by-id unrealized': ({ card }) => card.unrealized,
    'get-portfolio-pnl unrealized': ({ pnl }) => pnl.unrealized,
    'get-bots unrealized': ({ bots }) => total(bots, ({ unrealized }) => unrealized),
    'atoms of get-bots': ({ bots }) => total(atomsOf(bots), ({ unrealized }) => unrealized),
  },
  'booked by open cycles': {
    'get-portfolio-by-id open_realized + open_costs': ({ card }) => add(card.openRealized, card.openCosts),
    'get-cycles that are open': (answers) => total(open(answers), ({ result }) => result),
  },
  'initial margin': {
    'get-portfolio-by-id initial_margin': ({ card }) => card.initialMargin,
    'atoms of get-bots': ({ bots }) => total(atomsOf(bots), ({ initialMargin }) => initialMargin),
  },
  'committed margin': {
    'get-portfolio-by-id committed': ({ card }) => card.committed,
    'get-bots committed_margin': ({ bots }) => total(bots, ({ committedMargin }) => committedMargin),
  },
  'closed cycles': {
    'get-portfolio-by-id closed_cycles': ({ card }) => String(card.closedCycles),
    'get-bots cycles_closed': ({ bots }) => sumOf(bots, ({ cyclesClosed }) => cyclesClosed),
    'get-portfolio-pnl statistics': ({ pnl }) => String(pnl.statistics.cycles),
    'days of get-portfolio-pnl': ({ pnl }) => sumOf(pnl.days, ({ cycles }) => cycles),
    'get-portfolio-breakdown reasons': ({ breakdown }) => sumOf(breakdown.reasons, ({ cycles }) => cycles),
    'get-cycles that ended': (answers) => count(ended(answers)),
  },
  'open cycles': {
    'get-portfolio-by-id open_cycles': ({ card }) => String(card.openCycles),
    'get-cycles that are open': (answers) => count(open(answers)),
    'atoms of get-bots in a cycle': ({ bots }) => count(atomsOf(bots).filter((atom) => atom.currentCycleId !== null)),
  },
  bots: {
    'get-portfolio-by-id bots_total': ({ card }) => String(card.botsTotal),
    'get-bots': ({ bots }) => count(bots),
  },
  'running bots': {
    'get-portfolio-by-id bots_running': ({ card }) => String(card.botsRunning),
    'get-bots that run': ({ bots }) => count(bots.filter(({ state }) => state === 'RUNNING')),
  },
  'drawdown now': {
    'get-portfolio-by-id drawdown_now_percent': ({ card }) => card.drawdownNowPercent,
    'last point of get-portfolio-pnl': ({ pnl }) => last(pnl.points).drawdownPercent,
  },
  'deepest drawdown': {
    'get-portfolio-by-id drawdown_max_percent': ({ card }) => card.drawdownMaxPercent,
    'get-portfolio-pnl statistics': ({ pnl }) => pnl.statistics.maxDrawdownPercent,
  },
};

const isUnprotected = ({ atoms }: Bot): boolean =>
  atoms.some(({ protection }) => protection === 'by_design' || protection === 'missing');

/** Figures of everything that a user has. */
export const userFigures: Figures<UserAnswers> = {
  'equity of all portfolios': {
    'get-portfolio-list': ({ list }) => total(list, ({ equity }) => equity),
    'get-stress-test before the fall': ({ stress }) => total(stress.portfolios, ({ equity }) => equity),
    'get-portfolio-pnl of each': ({ portfolios }) => total(portfolios, ({ pnl }) => last(pnl.points).equity),
  },
  'change of a stress test': {
    'bots of get-stress-test': ({ stress }) => total(stress.bots, ({ change }) => change),
    'positions of get-stress-test': ({ stress }) =>
      total(
        stress.bots.flatMap(({ positions }) => positions),
        ({ change }) => change,
      ),
    'portfolios of get-stress-test': ({ stress }) =>
      add(
        total(stress.portfolios, ({ equityAfter }) => equityAfter),
        `-${total(stress.portfolios, ({ equity }) => equity)}`,
      ),
  },
  'result of today': {
    'get-status today_paper': ({ status }) => status.todayPaper,
    'get-portfolio-list': ({ list }) => total(list, ({ resultToday }) => resultToday),
    'get-bots': ({ bots }) => total(bots, ({ resultToday }) => resultToday),
    'cycles that ended today': ({ portfolios, status }) =>
      total(
        portfolios.flatMap(ended).filter(({ endDate }) => endDate?.slice(0, 10) === status.marketTime.slice(0, 10)),
        ({ result }) => result,
      ),
  },
  bots: {
    'get-status bots_total': ({ status }) => String(status.botsTotal),
    'get-portfolio-list': ({ list }) => sumOf(list, ({ botsTotal }) => botsTotal),
    'get-bots': ({ bots }) => count(bots),
  },
  'running bots': {
    'get-status bots_running': ({ status }) => String(status.botsRunning),
    'get-portfolio-list': ({ list }) => sumOf(list, ({ botsRunning }) => botsRunning),
    'get-bots that run': ({ bots }) => count(bots.filter(({ state }) => state === 'RUNNING')),
  },
  'unprotected bots': {
    'get-status unprotected': ({ status }) => String(status.unprotected),
    'get-bots with an unprotected atom': ({ bots }) => count(bots.filter(isUnprotected)),
  },
  'bots unprotected by design': {
    'get-status unprotected_by_design': ({ status }) => String(status.unprotectedByDesign),
    'get-bots that set no stop-loss': ({ bots }) =>
      count(bots.filter((bot) => isUnprotected(bot) && !bot.atoms.some(({ protection }) => protection === 'missing'))),
  },
  'net of fills': {
    'get-order-stat total': ({ orders }) => orders.total.net,
    'parts of get-order-stat total': ({ orders: { total: all } }) =>
      add(all.gross, all.funding, `-${all.commission}`, `-${all.liquidationFee}`),
    'get-order-stat days': ({ orders }) => total(orders.days, ({ net }) => net),
    'get-order-stat bots': ({ orders }) => total(orders.bots, ({ net }) => net),
    'get-order-stat symbols': ({ orders }) => total(orders.symbols, ({ net }) => net),
    'get-order-stat roles': ({ orders }) => total(orders.roles, ({ net }) => net),
    // A fill books in its cycle: what ended cycles came to with what open ones have booked, over the whole past.
    'cycles, ended and open': ({ portfolios }) =>
      total(
        portfolios.flatMap(({ cycles }) => cycles),
        ({ result }) => result,
      ),
  },
  'cycles closed': {
    'get-order-stat total': ({ orders }) => String(orders.total.cyclesClosed),
    'get-order-stat by reason': ({ orders }) => sumOf(orders.closed, ({ cycles }) => cycles),
    'get-portfolio-list': ({ list }) => sumOf(list, ({ closedCycles }) => closedCycles),
  },
};
