import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PORTFOLIO_LIMIT_MAX } from '#contract/limits.ts';
import { setPortfolioProps } from '#contract/portfolio.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../tests/support/draw.tsx';
import { PropsDialog } from './props-dialog.tsx';

const withLimit = (limit: string) => ({ portfolioId: 'p', name: 'Paper', comment: '', limit }) as Portfolio; // Nothing else is shown.

it.each([
  [PORTFOLIO_LIMIT_MAX, true],
  [`${PORTFOLIO_LIMIT_MAX}.00000001`, false],
  ['1.000000001', false],
])('the limit %s of a portfolio is judged by the dialog as by the API: %s', (limit, isRight) => {
  expect(setPortfolioProps.body?.safeParse({ portfolioId: 'p', limit }).success).toBe(isRight);
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <PropsDialog portfolio={withLimit(limit)} onClose={() => {}} />
    </QueryClientProvider>,
  );
  const complaint = 'Enter a number from 0 to 90,000,000 with at most 8 decimals.';
  expect(screen.queryAllByText(complaint)).toHaveLength(isRight ? 0 : 1);
});

it.each(['2500', '1.000000001'])(
  'axe finds nothing grave in the dialog for comment and limit with %s',
  async (limit) => {
    draw(
      <QueryClientProvider client={new QueryClient()}>
        <PropsDialog portfolio={withLimit(limit)} onClose={() => {}} />
      </QueryClientProvider>,
    );
    await screen.findByRole('dialog');
    expect(await domFindings()).toEqual([]);
  },
);
