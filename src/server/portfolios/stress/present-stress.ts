import { cashText, formatDecimal } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import type { Reply } from '#contract/call.ts';
import type { getStressTest } from '#contract/risk/stress-test.ts';
import { type Instrument, priceText } from '#engine/model/instrument.ts';
import { FALL_MINUTES, type PriceFall } from '#engine/stress/fall-minute.ts';
import type { StressedPosition, StressOutcome } from '#engine/stress/open-stress.ts';
import type { CyclingBot } from '#storage/bots.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import { BETA_DAYS, BETA_RETURNS_MIN, type MeasuredBeta } from './measured-betas.ts';

type StressReply = Reply<typeof getStressTest>;

/** One portfolio with its bots in a cycle, and what the fall did to it; `behind` while the engine does not hold it. */
export interface FallenPortfolio {
  readonly row: Pick<PortfolioRow, 'portfolioId' | 'name'>;
  readonly bots: readonly CyclingBot[];
  readonly outcome: StressOutcome | 'behind';
}

interface Fallen {
  readonly percent: number;
  readonly betas: ReadonlyMap<string, MeasuredBeta>;
  readonly falls: ReadonlyMap<string, PriceFall>;
  readonly portfolios: readonly FallenPortfolio[];
  readonly instruments: ReadonlyMap<string, Instrument>;
}

/** A stress test as it is answered: the bot that loses most first. */
export function presentStress({ percent, betas, falls, portfolios, instruments }: Fallen): StressReply {
  const lived = portfolios.flatMap(({ row, bots, outcome }) => (outcome === 'behind' ? [] : [{ row, bots, outcome }]));
  const bots = lived.flatMap(({ bots, outcome }) => bots.flatMap((bot) => fallenBot(bot, outcome)));
  return {
    marketPercent: String(percent),
    minutes: FALL_MINUTES,
    betaDays: BETA_DAYS,
    betaReturnsMin: BETA_RETURNS_MIN,
    symbols: [...betas].flatMap(([symbol, beta]) => {
      const [fall, instrument] = [falls.get(symbol), instruments.get(symbol)];
      return fall === undefined || instrument === undefined ? [] : [presentSymbol(instrument, fall, beta)];
    }),
    portfolios: lived.map(({ row, outcome }) => presentPortfolio(row, outcome)),
    bots: bots
      .toSorted((one, other) => one.change - other.change)
      .map(({ bot, change, positions }) => ({
        botId: bot.botId,
        name: bot.name,
        kind: bot.kind,
        portfolioId: bot.portfolioId,
        change: cashText(change),
        positions: positions.map((position) => presentPosition(position, percent)),
      })),
    behind: portfolios.flatMap(({ row, outcome }) => (outcome === 'behind' ? [row.name] : [])),
  };
}

function presentSymbol(
  instrument: Instrument,
  { from, to }: PriceFall,
  beta: MeasuredBeta,
): StressReply['symbols'][number] {
  return {
    symbol: instrument.symbol,
    price: priceText(instrument, from),
    stressedPrice: priceText(instrument, to),
    beta: betaText(beta.used),
    measuredBeta: beta.measured === null ? null : betaText(beta.measured),
    returns: beta.returns,
  };
}

const BETA_DECIMALS = 2;
const betaText = (hundredths: number): string => formatDecimal(hundredths, BETA_DECIMALS);

function presentPortfolio(
  { portfolioId, name }: FallenPortfolio['row'],
  { before, after }: StressOutcome,
): StressReply['portfolios'][number] {
  return {
    portfolioId,
    name,
    equity: cashText(before.equity),
    equityAfter: cashText(after.equity),
    freeMargin: cashText(before.freeMargin),
    freeMarginAfter: cashText(after.freeMargin),
  };
}

function fallenBot(bot: CyclingBot, outcome: StressOutcome) {
  const positions = outcome.positions.filter(({ botId }) => botId === bot.botId);
  return positions.length === 0 ? [] : [{ bot, positions, change: sum(positions.map(({ change }) => change)) }];
}

function presentPosition(
  { symbol, direction, change, levelsFilled, levelsTotal, stepsTaken, hasStepRule, end }: StressedPosition,
  percent: number,
): StressReply['bots'][number]['positions'][number] {
  return {
    symbol,
    direction,
    change: cashText(change),
    levelsFilled,
    levelsTotal,
    stepsTaken: [...stepsTaken],
    hasStepRule,
    end: end === null ? null : { reason: end.reason, marketPercent: fallenBy(percent, end.minute) },
  };
}

/** How far the market has fallen at the end of a minute, in percent with two decimals. */
function fallenBy(percent: number, minute: number): string {
  return formatDecimal(Math.round((percent * 100 * minute) / FALL_MINUTES), 2);
}
