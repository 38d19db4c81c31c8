import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '#web/api/token-source.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { BotActs } from '#web/bots/acts/bot-acts.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage, openPage } from '../../../../tests/support/draw-page.tsx';
import { paperAtom } from '../../../../tests/support/paper-bot.ts';
import { OpenedPalette } from './opened-palette.tsx';

const RUNNING: Bot = {
  ...{ botId: 'b1', name: 'Patient', kind: 'dca-bot', execution: 'paper', portfolioId: 'p1', portfolioName: 'Paper' },
  ...{ strategyExecutorId: 'b1-1', runNo: 1, strategyId: null, strategyName: null, strategyVersion: null },
  ...{ pendingVersion: null, comment: '', symbols: ['ETHUSDT'], params: {}, isEnterBuyEnabled: true },
  ...{ isEnterSellEnabled: false, stopLossPercent: null, takeProfitPercent: '1', state: 'RUNNING', stateReason: null },
  ...{ createdAt: '2025-05-26T05:00:00.000Z', startedAt: '2025-05-26T05:00:00.000Z', finishedAt: null },
  ...{ deletedAt: null, atoms: [paperAtom('b1')], unrealized: '0', resultToday: '0', result7d: '0', resultTotal: '0' },
  ...{ cyclesClosed: 3, committedMargin: '0', spark: [] },
};

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

let sent: string[];
beforeEach(() => {
  sent = [];
  setTokenSource({ idToken: async () => 'a token' });
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method !== 'GET') sent.push(url);
    return Response.json(objectToSnake({ items: url.includes('/dca-bot/get-bots') ? [RUNNING] : [] }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const drawPalette = () =>
  drawPage(<OpenedPalette onClose={() => {}} onKeys={() => {}} onStopAll={() => {}} />, { kind: 'dca-bot' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('the field of the palette', () => {
  it('holds the letters that were pressed before it was there, and the page below gets none of them', async () => {
    const below = vi.fn();
    window.addEventListener('keydown', below);
    await openPage(<OpenedPalette onClose={() => {}} onKeys={() => {}} onStopAll={() => {}} />, { kind: 'dca-bot' });
    for (const key of ['s', 'o']) fireEvent.keyDown(document.body, { key });
    window.removeEventListener('keydown', below);
    expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('so');
    expect(below).not.toHaveBeenCalled();
  });
});

describe('the list of the palette', () => {
  it('says how many commands it does not show, shows more at a press, and its keys walk them', async () => {
    const { router } = drawPalette();
    const field = await screen.findByRole('combobox');
    await screen.findByRole('button', { name: /^Show 12 more of \d+$/ });
    const rest = () => Number(/of (\d+)$/.exec(screen.queryByRole('button')?.textContent ?? '')?.[1] ?? 0);
    const total = options().length + rest();
    expect(options()).toHaveLength(12);
    await userEvent.click(screen.getByRole('button'));
    expect(options()).toHaveLength(Math.min(24, total));
    expect(options().length + rest()).toBe(total);
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('option', { selected: true }).textContent).toBe(options()[12]);
    expect(await domFindings()).toEqual([]);
    await userEvent.type(field, 'log of patient');
    expect(options()).toEqual(['Log of Patient']);
    expect(screen.queryByRole('button')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/dca/logs');
  });
});

describe('acts on a bot from the palette', () => {
  it('the palette offers the acts that the state of a bot allows, and no others', async () => {
    drawPalette();
    await userEvent.type(await screen.findByRole('combobox'), 'patient …');
    await screen.findByRole('option', { name: 'Patient: Finish…' });
    expect(options()).toEqual([
      'Patient: Finish…',
      'Patient: Stop…',
      'Patient: Edit TP / SL…',
      'Patient: New cycles on or off…',
      'Patient: Deal by hand…',
      'Patient: Clone…',
    ]);
    expect(await domFindings()).toEqual([]);
  });

  it('an act from the palette leads to its dialog and sends nothing by itself', async () => {
    const { router } = drawPalette();
    await userEvent.type(await screen.findByRole('combobox'), 'stop patient');
    await screen.findByRole('option', { name: 'Patient: Stop…' });
    await userEvent.keyboard('{Enter}');
    expect([router.state.location.pathname, router.state.location.search]).toEqual([
      '/dca/bots',
      { bot: 'b1', act: 'stop' },
    ]);
    expect(sent).toEqual([]);
  });

  it('an act in the address opens its dialog, and closing the dialog takes it out of the address', async () => {
    const { router } = drawPage(<BotActs bot={RUNNING} />, { kind: 'dca-bot', at: '/dca/bots?bot=b1&act=finish' });
    await screen.findByRole('dialog', { name: /Finish Patient/ });
    expect(await domFindings()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.search).toEqual({ bot: 'b1' });
    expect(sent).toEqual([]);
  });

  it('an act that the state of the bot forbids opens nothing from the address', async () => {
    drawPage(<BotActs bot={RUNNING} />, { kind: 'dca-bot', at: '/dca/bots?bot=b1&act=delete' });
    await screen.findByRole('button', { name: 'Finish…' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
