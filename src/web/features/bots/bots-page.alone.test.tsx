// Registers a kind that exists in tests alone; it must come before anything that reads the registry when it is loaded.
import '../../../../tests/average-bot/average-view.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageAt } from '#contract/pages.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import { BotsPage } from './bots-page.tsx';

const KIND = 'average-bot';
const BOT = paperBot({
  botId: 'b1',
  name: 'Crosser',
  kind: KIND,
  params: { direction: 'buy', size: '200', bars: 8, takeProfitPercent: '1', leverage: 5 },
  atoms: [
    {
      ...paperAtom('b1'),
      state: 'OPEN',
      currentCycleId: 'b1-ETHUSDT-buy-4',
      cycleSeq: 4,
      enterPositionDate: '2025-05-26T05:30:00.000Z',
      quantity: '0.080',
      protection: 'by_design',
      averagePrice: '2500.00',
      levelsTotal: 0,
      levelPrices: ['2500.00'],
      takeProfitPrice: '2526.28',
      liquidationPrice: '2010.00',
      unrealized: '0.80',
      initialMargin: '40.00',
    },
  ],
  unrealized: '0.80',
  resultToday: '12.34',
  result7d: '56.78',
  resultTotal: '56.78',
  cyclesClosed: 3,
  committedMargin: '40.00',
  spark: ['0', '12.34', '56.78'],
});

let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(objectToSnake({ items: url.includes('/get-bots') ? [BOT] : [] }));
  });
});
afterEach(() => vi.unstubAllGlobals());

it('the bots page works for a newly registered kind, with its own words, columns, menu and address', async () => {
  expect(pageAt('/average/bots')).toMatchObject({ view: 'bots', kind: KIND });
  drawPage(<BotsPage />, { at: '/average/bots', kind: KIND });
  expect(await screen.findByRole('heading', { level: 1, name: 'Average bots' })).toBeTruthy();
  expect(screen.getByText('Enters where the price crosses its average.')).toBeTruthy();

  const table = await screen.findByRole('group', { name: 'Average bots' });
  const titles = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(titles).toContain('TP, %');
  expect(titles).not.toContain('Steps');
  expect(titles).not.toContain('Liq ◂ ladder ▸ TP');
  expect(within(table).getByText('Crosser')).toBeTruthy();
  expect(within(table).getAllByText('+12.34').length).toBeGreaterThan(0);

  // Its open position is unprotected by design, and says so.
  expect(within(table).getByRole('img', { name: 'unprotected by design' })).toBeTruthy();
  expect(screen.getByText('Unprotected')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Actions for Crosser' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Log of Crosser' }).getAttribute('href')).toBe('/average/logs?bot=b1');
  expect(asked).toContain(`/api/${KIND}/get-bots`);
});
