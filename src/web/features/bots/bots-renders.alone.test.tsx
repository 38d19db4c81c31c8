import { act, screen, within } from '@testing-library/react';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveBot, LiveMessage } from '#contract/live.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { hearLive } from '../../../../tests/support/hear-live.ts';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import { BotsPage } from './bots-page.tsx';

/** What was rendered, by name. */
const renders: string[] = [];

vi.mock('#web/ui/page/kind-page.tsx', async (importOriginal) => {
  const { KindPage, ...rest } = await importOriginal<typeof import('#web/ui/page/kind-page.tsx')>();
  const Counted: typeof KindPage = (props) => {
    renders.push('page');
    return KindPage(props);
  };
  return { ...rest, KindPage: Counted };
});
vi.mock('#web/ui/table/data-table-row.tsx', async (importOriginal) => {
  const { DataTableRow, ...rest } = await importOriginal<typeof import('#web/ui/table/data-table-row.tsx')>();
  const Counted: typeof DataTableRow = (props) => {
    renders.push(`row ${props.id}`);
    return DataTableRow(props);
  };
  return { ...rest, DataTableRow: Counted };
});
vi.mock('#web/ui/figures/spark.tsx', async (importOriginal) => {
  const { Spark, ...rest } = await importOriginal<typeof import('#web/ui/figures/spark.tsx')>();
  const Counted: typeof Spark = (props) => {
    renders.push(`cell ${props.label}`);
    return Spark(props);
  };
  return { ...rest, Spark: Counted };
});

const botOf = (botId: string, name: string) =>
  paperBot({
    ...{ botId, name, unrealized: '1.00', resultToday: '5.00' },
    atoms: [
      {
        ...paperAtom(botId),
        ...{ state: 'OPEN', currentCycleId: `${botId}-1`, cycleSeq: 1, quantity: '0.1', averagePrice: '2500.00' },
        ...{ unrealized: '1.00', liquidationPrice: '1500.00' },
      },
    ],
  });
const BOTS = [botOf('b1', 'Anna'), botOf('b2', 'Bert')];

beforeEach(() => {
  renders.length = 0;
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(objectToSnake({ items: url.includes('/get-bots') ? BOTS : [] })),
  );
});
afterEach(() => {
  liveStore.clear();
  vi.unstubAllGlobals();
});

const hear = (...frame: LiveMessage[]) => act(() => hearLive(...frame));
const patch = (seq: number, bot: Partial<LiveBot>): LiveMessage => ({
  ...{ type: 'patch', topic: 'bots', seq, gone: [] },
  bots: [{ botId: 'b1', ...bot }],
});

it('a tick of one bot draws its own figures again, and neither the page, nor a row, nor a cell without a price', async () => {
  drawPage(<BotsPage />, { at: '/bots', kind: 'dca-bot' });
  const anna = (await screen.findByText('Anna')).closest('tr');
  const live = BOTS.map(({ botId, state, stateReason, unrealized, resultTotal, committedMargin, atoms }) => {
    return { botId, state, stateReason, unrealized, resultTotal, committedMargin, atoms };
  });
  hear({ type: 'snapshot', topic: 'bots', seq: 1, bots: live });
  renders.length = 0;
  hear(patch(2, { unrealized: '-3.25', atomChanges: [{ at: 0, mark: '2400.00', unrealized: '-3.25' }] } as object));
  expect(within(anna as HTMLElement).getByText('−3.25')).toBeTruthy();
  expect(within(anna as HTMLElement).getByText('2,400.00')).toBeTruthy();
  // The sum below the table and the band above it follow too.
  expect(screen.getAllByText('−2.25').length).toBeGreaterThan(0);
  expect(renders).toEqual([]);
});

it('a bot that stops leaves the list of running ones at once', async () => {
  drawPage(<BotsPage />, { at: '/bots?show=running', kind: 'dca-bot' });
  await screen.findByText('Anna');
  const [first, second] = BOTS.map((bot) => ({ ...bot }));
  hear({ type: 'snapshot', topic: 'bots', seq: 1, bots: [first, second] as LiveBot[] });
  hear(patch(2, { state: 'STOPPED' }));
  expect(screen.queryByText('Anna')).toBeNull();
  expect(screen.getByText('Bert')).toBeTruthy();
});
