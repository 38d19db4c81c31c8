// Registers a kind that exists in tests alone; it must come before anything that reads the registry when it is loaded.
import '../../../../../tests/average-bot/average-view.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../../../../tests/support/draw.tsx';
import { CreateDialog } from './create-dialog.tsx';

const paths: string[] = [];

beforeEach(() => {
  paths.length = 0;
  vi.stubGlobal('fetch', async (url: URL | string) => {
    paths.push(new URL(url, 'http://localhost').pathname);
    return new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } });
  });
});

afterEach(() => vi.unstubAllGlobals());

it('the dialog for a new portfolio takes its words and its call from the chosen kind of bots', async () => {
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <CreateDialog onClose={() => {}} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  expect(await screen.findByRole('heading', { name: 'New portfolio for paper DCA bots' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Average bots' }));
  expect(await screen.findByRole('heading', { name: 'New portfolio for average bots' })).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Averages');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expect.poll(() => paths).toContain('/api/average-bot/create-portfolio');
});
