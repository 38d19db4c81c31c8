import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Reply } from '#contract/call.ts';
import { getPriceMoveHistogram } from '#contract/market/price-moves.ts';
import { getMarketHistory } from '#contract/market.ts';
import { textWith } from '#web/i18n/text.tsx';
import * as csv from '#web/ui/table/csv.ts';
import { domFindings } from '../../../tests/support/dom-findings.ts';
import { openPage } from '../../../tests/support/draw-page.tsx';
import { toldMoves } from '../../../tests/support/told-moves.ts';
import { type ToldServer, toldServer } from '../../../tests/support/told-server.ts';
import { MovesCard } from './moves-card.tsx';

beforeAll(async () => void (await textWith('moves', 'en')));

const history = (oldestMinute: string): Reply<typeof getMarketHistory> => ({
  ...{ symbol: 'ETHUSDT', listedAt: '2020-01-01T00:00:00.000Z', presentAt: '2025-05-25T12:00:00.000Z' },
  ...{ oldestMinute, newestMinute: '2025-05-25T11:59:00.000Z', minutesStored: 720, minutesAbsent: 0 },
  ...{ minutesMissing: 0, stored: [{ from: oldestMinute, to: '2025-05-25T12:00:00.000Z' }], gaps: [] },
});

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getPriceMoveHistogram, toldMoves());
  server.answers(getMarketHistory, history('2025-05-01T00:00:00.000Z'));
});
afterEach(() => vi.unstubAllGlobals());

const open = () => openPage(<MovesCard symbol="ETHUSDT" />, { at: '/market/ETHUSDT', path: '/market/$symbol' });
const words = () => document.body.textContent.replaceAll('\u00a0', ' ');

it('the card of price moves tells swings, entries with those that did not come back, and the swing that is not over', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Drop before a 1 % rebound' });
  expect(words()).toContain(
    '200 entries, one every five minutes; they overlap and count for about 61 independent ones.',
  );
  expect(words()).toContain('5 did not come back within 30 days, 15 had less time than that.');
  expect(words()).toContain('The last swing, 1.25 % since 24 May 10:00 UTC, has not come back and is not counted.');
});

it('price moves are not asked for before candles of a day that is over are stored', async () => {
  server.answers(getMarketHistory, history('2025-05-25T00:00:00.000Z'));
  await open();
  expect(await screen.findByText(/^Price moves are measured once/)).toBeTruthy();
  expect(server.requests.some(({ path }) => path.includes('price-move-histogram'))).toBe(false);
});

it('direction and rebound of price moves are chosen', async () => {
  await open();
  fireEvent.click(await screen.findByRole('radio', { name: 'Short' }));
  fireEvent.click(screen.getByRole('radio', { name: '2 %' }));
  await waitFor(() => expect(server.requests.at(-1)?.query).toEqual({ direction: 'sell', reboundPercent: '2' }));
});

it('price moves are measured anew on demand, and the new figures replace the ones shown', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Drop before a 1 % rebound' });
  server.answers(getPriceMoveHistogram, toldMoves({ computedAt: '2026-11-25T20:07:00.000Z' }));
  fireEvent.click(screen.getByRole('button', { name: 'Measure again' }));
  expect(await screen.findByText('measured 25 Nov 20:07')).toBeTruthy();
  const query = { direction: 'buy', reboundPercent: '1', measure: 'again' };
  expect(server.requests.at(-1)?.query).toEqual(query);
});

it('the histogram of price moves is a table, too', async () => {
  await open();
  const [button] = await screen.findAllByRole('button', { name: 'Show as a table' });
  if (button) fireEvent.click(button);
  expect(await screen.findByRole('row', { name: '1 – 1.5 100 10.00 80.00' })).toBeTruthy();
});

it('axe finds nothing grave in the card of price moves', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Drop before a 1 % rebound' });
  expect(await domFindings()).toEqual([]);
});

it('the deepest swings, the changes over fixed times and the histograms are offered as files, with exact figures', async () => {
  const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
  await open();
  for (const button of await screen.findAllByRole('button', { name: 'Show as a table' })) fireEvent.click(button);
  const offered = () => screen.getAllByRole('button', { name: 'Download these rows as CSV' });
  await waitFor(() => expect(offered()).toHaveLength(4));
  for (const button of offered()) fireEvent.click(button);
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(4));
  const files = new Map(saved.mock.calls.map(([name, text]) => [name, text.split('\r\n')]));
  saved.mockRestore();
  const names = ['drops', 'entries', 'deepest swings', 'returns'].map((part) => `ETHUSDT ${part}.csv`);
  expect([...files.keys()].toSorted()).toEqual(names.toSorted());
  const { drops, returns } = toldMoves();
  const [swing] = drops.largest;
  expect(files.get('ETHUSDT deepest swings.csv')?.slice(0, 2)).toEqual([
    '"Began, UTC","Move, %",Price before,Deepest price,"Deepest at, UTC","Came back, UTC"',
    [
      swing?.beginDate,
      swing?.dropPercent,
      swing?.beginPrice,
      swing?.deepestPrice,
      swing?.turnDate,
      swing?.endDate,
    ].join(),
  ]);
  expect(files.get('ETHUSDT returns.csv')?.[1]).toContain(`,${returns[0]?.samples},${returns[0]?.mean},`);
  const bin = drops.bins[1];
  expect(files.get('ETHUSDT drops.csv')?.[2]).toContain(
    `,${bin?.count},${bin?.sharePercent},${bin?.cumulativePercent}`,
  );
});
