import { addDecimals, subtractDecimals } from '#web/ui/values/decimal-sum.ts';
import type { StressedBot, StressTest } from './stress-query.ts';

/** A position in a stress test, with its bot. */
export interface StressRow {
  readonly id: string;
  readonly bot: StressedBot;
  readonly portfolioName: string;
  readonly position: StressedBot['positions'][number];
}

/** What a stress test comes to over some portfolios; amounts in USDT. */
export interface StressSums {
  readonly equity: string;
  readonly change: string;
  readonly freeMargin: string;
  readonly freeMarginAfter: string;
  readonly liquidated: number;
  readonly stopped: number;
  /** Positions that take at least one step, and the steps of all. */
  readonly averaging: number;
  readonly steps: number;
}

/** The part of a stress test that concerns these portfolios: paper and live results are never added up. */
export function stressOf(test: StressTest, portfolioIds: ReadonlySet<string>): StressTest {
  const isOwn = ({ portfolioId }: { readonly portfolioId: string }) => portfolioIds.has(portfolioId);
  return { ...test, portfolios: test.portfolios.filter(isOwn), bots: test.bots.filter(isOwn) };
}

/** Every position, those of the bot that loses most first. */
export function stressRows({ bots, portfolios }: StressTest): readonly StressRow[] {
  const names = new Map(portfolios.map(({ portfolioId, name }) => [portfolioId, name]));
  return bots.flatMap((bot) =>
    bot.positions.map((position) => ({
      id: `${bot.botId} ${position.symbol} ${position.direction}`,
      bot,
      portfolioName: names.get(bot.portfolioId) ?? '',
      position,
    })),
  );
}

export function stressSums({ bots, portfolios }: StressTest): StressSums {
  const positions = bots.flatMap((bot) => bot.positions);
  const ended = (reason: string) => positions.filter(({ end }) => end?.reason === reason).length;
  const total = (pick: (one: StressTest['portfolios'][number]) => string) => addDecimals(portfolios.map(pick));
  return {
    equity: total(({ equity }) => equity),
    change: subtractDecimals(
      total(({ equityAfter }) => equityAfter),
      total(({ equity }) => equity),
    ),
    freeMargin: total(({ freeMargin }) => freeMargin),
    freeMarginAfter: total(({ freeMarginAfter }) => freeMarginAfter),
    liquidated: ended('liquidation'),
    stopped: ended('stop_loss'),
    averaging: positions.filter(({ stepsTaken }) => stepsTaken.length > 0).length,
    steps: positions.reduce((sum, { stepsTaken }) => sum + stepsTaken.length, 0),
  };
}
