import type { ReactNode } from 'react';
import { useLivePortfolio, useLivePortfolios } from '#web/api/live/use-live-portfolios.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';

interface LivePartProps {
  readonly portfolio: Portfolio;
  readonly draw: (portfolio: Portfolio) => ReactNode;
}

/** Draws a part of a portfolio, and draws it again when what it holds moves: the row around it stands still. */
export function LivePart({ portfolio, draw }: LivePartProps) {
  return draw(useLivePortfolio(portfolio));
}

interface LivePartsProps {
  readonly portfolios: readonly Portfolio[];
  readonly draw: (portfolios: readonly Portfolio[]) => ReactNode;
}

/** The same for a part of several portfolios, such as a sum. */
export function LiveParts({ portfolios, draw }: LivePartsProps) {
  return draw(useLivePortfolios(portfolios));
}
