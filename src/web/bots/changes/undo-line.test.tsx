import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyVersions } from '#contract/bots/apply-versions.ts';
import { moveBots, setConditions } from '#contract/bots/several.ts';
import { getPortfolioList } from '#contract/portfolio.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { MoveDialog } from '../move/move-dialog.tsx';
import type { BotsChange } from './bots-change.ts';
import { keptChange } from './kept-change.ts';
import { UndoLine } from './undo-line.tsx';
import { useChangeBots, useLastChange } from './use-change-bots.ts';

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

// The words are a file of their own; loading it is no part of what the tests time.
beforeAll(async () => void (await textWith('botWork', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(setConditions, { changed: true, items: [] });
  server.answers(moveBots, { changed: true, items: [] });
  server.answers(applyVersions, { isApplied: true, items: [] });
  server.answers(getPortfolioList, {
    items: [
      { ...EMPTY_PORTFOLIO, portfolioId: 'p1', name: 'Ladders', kind: 'dca-bot' },
      { ...EMPTY_PORTFOLIO, portfolioId: 'p2', name: 'Second', kind: 'dca-bot' },
      { ...EMPTY_PORTFOLIO, portfolioId: 'p3', name: 'Rules', kind: 'custom-bot' },
      { ...EMPTY_PORTFOLIO, portfolioId: 'p4', name: 'Real', kind: 'dca-bot', execution: 'live' },
    ],
    deleted: [],
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const ALPHA = paperBot({ botId: 'a', name: 'Alpha', takeProfitPercent: '1.350', stopLossPercent: null });
const EDIT: BotsChange = {
  type: 'exits',
  kind: 'dca-bot',
  items: [
    {
      bot: ALPHA,
      from: { takeProfitPercent: '1.5', stopLossPercent: null },
      to: { takeProfitPercent: '1.35', stopLossPercent: null },
    },
  ],
};

const drawLine = (change: BotsChange, ...bots: readonly Bot[]) =>
  act(async () => void drawPage(<UndoLine change={change} bots={bots} />, { kind: 'dca-bot' }));

describe('the way back of a change of several bots', () => {
  it('takes back, with one click, exactly what was changed', async () => {
    await drawLine(EDIT, ALPHA);
    expect(await screen.findByText('Bots with a new take profit or stop-loss: 1.')).toBeTruthy();
    expect(await domFindings()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const [item] = EDIT.items;
    await waitFor(() =>
      expect(server.bodiesOf(setConditions)).toEqual([
        { changes: [{ strategyExecutorId: ALPHA.strategyExecutorId, from: item?.to, to: item?.from }] },
      ]),
    );
  });

  it('takes a move back to the portfolio that the bot came from', async () => {
    await drawLine({ type: 'move', kind: 'dca-bot', items: [{ bot: ALPHA, from: 'p9', to: 'p1' }] }, ALPHA);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    const back = { botId: 'a', fromPortfolioId: 'p1', toPortfolioId: 'p9' };
    await waitFor(() => expect(server.bodiesOf(moveBots)).toEqual([{ moves: [back] }]));
  });

  it('takes bots back to the versions that they came from, and makes none', async () => {
    const bot = { ...ALPHA, strategyId: 's', strategyVersion: 7 };
    const edit = {
      type: 'versions',
      kind: 'dca-bot',
      when: 'now',
      made: [],
      items: [{ bot, from: 3, to: 7 }],
    } as const;
    await drawLine(edit, bot);
    expect(await screen.findByText('Bots with a new version of their strategy: 1.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const changes = [{ strategyExecutorId: bot.strategyExecutorId, fromVersion: 7, toVersion: 3 }];
    await waitFor(() => expect(server.bodiesOf(applyVersions)).toEqual([{ when: 'now', newVersions: [], changes }]));
  });

  it.each([
    ['changed again', { takeProfitPercent: '2' }],
    ['started again', { strategyExecutorId: 'another run' }],
  ])('is no longer offered once a bot was %s', async (_, change) => {
    await drawLine(EDIT, { ...ALPHA, ...change });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('is still offered after the page was loaded again, until it was taken', async () => {
    const Page = () => {
      const change = useLastChange('dca-bot');
      const send = useChangeBots();
      return change === null ? (
        <button type="button" onClick={() => send.mutate(EDIT)}>
          Edit
        </button>
      ) : (
        <UndoLine change={change} bots={[ALPHA]} />
      );
    };
    const first = await act(async () => drawPage(<Page />, { kind: 'dca-bot' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('button', { name: 'Undo' });
    first.unmount();
    await act(async () => void drawPage(<Page />, { kind: 'dca-bot' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Edit' });
    expect(server.bodiesOf(setConditions)).toHaveLength(2);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each(['{', '{"type":"exits"}', '7'])('is not offered where the tab keeps %s instead of a change', (text) => {
    sessionStorage.setItem('botyard.last-change.dca-bot', text);
    expect(keptChange('dca-bot')).toBeNull();
  });

  it('says why it cannot be taken back', async () => {
    server.refuses(setConditions, 'DATABASE_UNAVAILABLE');
    await drawLine(EDIT, ALPHA);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The database does not answer. Try again in a moment.')).toBeTruthy();
  });
});

describe('the dialog that moves bots', () => {
  const HELD = paperBot({ botId: 'h', name: 'Held' });
  const [atom] = HELD.atoms;
  const BOTS = [
    ALPHA,
    { ...HELD, atoms: atom === undefined ? [] : [{ ...atom, currentCycleId: 'h-1' }] },
    paperBot({ botId: 's', name: 'There', portfolioId: 'p2', portfolioName: 'Second' }),
  ];
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));

  it('offers portfolios of the same kind and money, and moves the flat bots, telling why others stay', async () => {
    const onClose = vi.fn();
    await act(async () => void drawPage(<MoveDialog bots={BOTS} onClose={onClose} />, { kind: 'dca-bot' }));
    const choice = await screen.findByRole('combobox', { name: 'To portfolio' });
    await screen.findByRole('option', { name: 'Second' });
    expect([...choice.children].map(({ textContent }) => textContent)).toEqual([
      'Choose a portfolio',
      'Ladders',
      'Second',
    ]);
    await userEvent.selectOptions(choice, 'Second');
    expect(rows()).toEqual([
      ['Alpha', 'Ladders', 'Moves'],
      ['Held', 'Ladders', 'Skipped: it has a position or an open order.'],
      ['There', 'Second', 'Already in this portfolio.'],
    ]);
    expect(await domFindings()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Move (1)' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const sent = { botId: 'a', fromPortfolioId: 'p1', toPortfolioId: 'p2' };
    expect(server.bodiesOf(moveBots)).toEqual([{ moves: [sent] }]);
  });
});
