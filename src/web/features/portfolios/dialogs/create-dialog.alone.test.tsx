// Registers a kind that exists in tests alone; it must come before anything that reads the registry when it is loaded.
import '../../../../../tests/average-bot/average-view.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPortfolio } from '#contract/portfolio.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../../tests/support/draw.tsx';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { EMPTY_PORTFOLIO } from '../../../../../tests/support/portfolio-card.ts';
import { toldServer } from '../../../../../tests/support/told-server.ts';
import { CreateDialog } from './create-dialog.tsx';

const paths: string[] = [];
const bodies: unknown[] = [];

beforeEach(() => {
  paths.length = 0;
  bodies.length = 0;
  vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
    paths.push(new URL(url, 'http://localhost').pathname);
    if (init?.body) bodies.push(JSON.parse(String(init.body)));
    return new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } });
  });
});

afterEach(() => vi.unstubAllGlobals());

const drawDialog = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <CreateDialog onClose={() => {}} />
    </QueryClientProvider>,
  );

it('the dialog for a new portfolio takes its words and its call from the chosen kind of bots', async () => {
  drawDialog();
  const user = userEvent.setup();
  expect(await screen.findByRole('heading', { name: 'New portfolio for paper DCA bots' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Average bots' }));
  expect(await screen.findByRole('heading', { name: 'New portfolio for average bots' })).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Averages');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expect.poll(() => paths).toContain('/api/average-bot/create-portfolio');
});

it('a new portfolio gets the paper capital that was typed, and 10,000 USDT when nothing was', async () => {
  drawDialog();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'Small');
  const capital = screen.getByLabelText<HTMLInputElement>('Paper wallet');
  expect(capital.value).toBe('10,000');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expect.poll(() => bodies).toEqual([{ name: 'Small', balance: '10000' }]);
  await user.clear(capital);
  await user.type(capital, '250.5');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expect.poll(() => bodies.at(-1)).toEqual({ name: 'Small', balance: '250.5' });
});

it.each([
  ['1', true],
  ['0.99999999', false],
  ['10000000', true],
  ['10000000.00000001', false],
  ['1.000000001', false],
  ['', false],
])('the paper capital %s is judged by the dialog as by the API: %s', async (amount, isRight) => {
  expect(createPortfolio.body?.safeParse({ name: 'A', balance: amount }).success).toBe(isRight);
  drawDialog();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'A');
  const capital = screen.getByLabelText<HTMLInputElement>('Paper wallet');
  await user.clear(capital);
  if (amount !== '') await user.type(capital, amount);
  const complaint = 'Enter an amount from 1 to 10,000,000 USDT with at most 8 decimals.';
  expect(screen.queryAllByText(complaint)).toHaveLength(isRight ? 0 : 1);
  await user.click(screen.getByRole('button', { name: 'Create' }));
  if (isRight) await expect.poll(() => bodies).toHaveLength(1);
  expect(bodies).toHaveLength(isRight ? 1 : 0);
});

it('axe finds nothing grave in the dialog for a new portfolio', async () => {
  drawDialog();
  await screen.findByRole('dialog');
  expect(await domFindings()).toEqual([]);
});

describe('creating a portfolio', () => {
  async function open() {
    const server = toldServer();
    const onClose = vi.fn();
    const { user } = await openPage(<CreateDialog onClose={onClose} />);
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    const write = (value: string) => fireEvent.change(name, { target: { value } });
    const send = () => user.click(screen.getByRole('button', { name: 'Create' }));
    const sent = () => server.bodiesOf(createPortfolio);
    return { server, user, name, write, send, sent, onClose };
  }

  it('closes once it is made, and sends its name without spaces around it', async () => {
    const { server, write, send, sent, onClose } = await open();
    server.answers(createPortfolio, EMPTY_PORTFOLIO);
    write('  Weekend ');
    await send();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual([{ name: 'Weekend', balance: '10000' }]);
  });

  it('a taken name is told at its field until another one is typed, and what was typed stays', async () => {
    const { server, name, write, send, onClose } = await open();
    server.refuses(createPortfolio, 'NAME_TAKEN');
    write('Majors');
    await send();
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(name.value).toBe('Majors');
    write('Minors');
    expect(name.getAttribute('aria-invalid')).not.toBe('true');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('an empty name is complained of only once it was sent, and is never sent', async () => {
    const { name, send, sent } = await open();
    expect(name.getAttribute('aria-invalid')).not.toBe('true');
    await send();
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
  });

  it.each([
    ['PORTFOLIOS_FULL', /^You can have at most/],
    ['DATABASE_UNAVAILABLE', /^The database does not answer\./],
  ] as const)('a refusal with %s is told, and another try is possible', async (code, sentence) => {
    const { server, write, send, sent } = await open();
    server.refuses(createPortfolio, code);
    write('Majors');
    await send();
    expect(await screen.findByText(sentence)).toBeTruthy();
    await send();
    await waitFor(() => expect(sent()).toHaveLength(2));
  });
});
