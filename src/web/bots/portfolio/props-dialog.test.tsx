import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PORTFOLIO_LIMIT_MAX } from '#contract/limits.ts';
import { setPortfolioProps } from '#contract/portfolio.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../tests/support/draw.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
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

describe('changing comment and limit of a portfolio', () => {
  let server: ToldServer;
  beforeEach(() => {
    server = toldServer();
    server.answers(setPortfolioProps, EMPTY_PORTFOLIO as never); // The dialog reads nothing of the answer.
  });
  afterEach(() => vi.unstubAllGlobals());

  async function open(limit: string | null = '1000') {
    const onClose = vi.fn();
    const portfolio = { ...EMPTY_PORTFOLIO, limit, comment: 'Careful' };
    const { user } = await openPage(<PropsDialog portfolio={portfolio} onClose={onClose} />);
    const write = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    return { user, write, save, onClose };
  }
  const sent = () => server.bodiesOf(setPortfolioProps);

  it('sends both as they were typed, and then closes', async () => {
    const { user, write, save, onClose } = await open();
    write('Limit', '2500.5');
    write('Comment', 'Bold');
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual([{ portfolioId: 'p1', comment: 'Bold', limit: '2500.5' }]);
  });

  it('an empty limit takes the limit away', async () => {
    const { user, write, save, onClose } = await open();
    write('Limit', '');
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual([{ portfolioId: 'p1', comment: 'Careful', limit: null }]);
  });

  it('a limit that the API would refuse is not sent, not even by Enter', async () => {
    const { user, write, save } = await open();
    write('Limit', '1.000000001');
    expect(save().disabled).toBe(true);
    await user.type(screen.getByLabelText('Limit'), '{Enter}');
    expect(sent()).toEqual([]);
  });

  it.each([
    ['PORTFOLIO_NOT_FOUND', 'This portfolio does not exist.'],
    ['DISK_FULL', 'The disk of the server is full, so nothing was changed.'],
  ] as const)('a refusal with %s is told in it, and another try is possible', async (code, sentence) => {
    server.refuses(setPortfolioProps, code);
    const { user, save, onClose } = await open();
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect([onClose.mock.calls.length, save().disabled]).toEqual([0, false]);
  });

  it('while it is under way it cannot be sent again', async () => {
    server.keepsWaiting(setPortfolioProps);
    const { user, save } = await open();
    await user.click(save());
    await waitFor(() => expect(save().disabled).toBe(true));
    await user.click(save());
    expect(sent()).toHaveLength(1);
  });

  it.each(['Cancel', 'Close', 'Escape'])('%s leaves it, and nothing is sent', async (way) => {
    const { user, write, onClose } = await open();
    write('Comment', 'Bold');
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: way }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(sent()).toEqual([]);
  });
});
