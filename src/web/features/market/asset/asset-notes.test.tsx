import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets, updateAssetFields } from '#contract/asset.ts';
import { getAssetCmcData, getAssetDescription } from '#contract/assets/coin-facts.ts';
import {
  createTradeCategory,
  getTradeCategories,
  orderTradeCategories,
  setTradeCategory,
} from '#contract/assets/trade-category.ts';
import { getBots } from '#contract/bot.ts';
import type { TradeCategory } from '#web/api/assets/trade-categories.ts';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { paperAtom, paperBot } from '../../../../../tests/support/paper-bot.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { BotsCard } from './bots-card.tsx';
import { CoinCard } from './coin-card.tsx';
import { NoteCard } from './note-card.tsx';

const category = (tradeCategoryId: string, position: number, change: Partial<TradeCategory> = {}): TradeCategory => ({
  ...{ tradeCategoryId, position, name: tradeCategoryId, colour: 'blue', isDefault: true, isExcluding: false },
  ...{ hasDefaultName: true, ...change },
});
const CORE = category('core', 1);
const EXCLUDED = category('excluded', 2, { isExcluding: true });
const MINE = category('m', 3, { name: 'Memes', isDefault: false, hasDefaultName: false });
const NOTED = { ...exampleAsset, tradeCategoryId: 'core', comment: 'thin at night', score: 71 };
const stored = { assetId: 'eth', tradeCategoryId: 'core', comment: 'thin at night', score: 71, updatedAt: null };

let text: Text;
beforeAll(async () => {
  text = await textWith('market', 'en');
});

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getAssets, { items: [NOTED] });
  server.answers(getTradeCategories, { items: [CORE, EXCLUDED, MINE] });
});
afterEach(() => void vi.unstubAllGlobals());

const open = (symbol = 'ETHUSDT') => openPage(<NoteCard symbol={symbol} />, { text });
const field = <T extends HTMLElement>(name: string) => screen.findByLabelText<T>(name);
const sent = () => server.bodiesOf(updateAssetFields);

describe("the user's notes on a contract", () => {
  it('show what is stored, with default categories in the language of the page', async () => {
    await open();
    expect((await field<HTMLSelectElement>('Trade category')).selectedOptions[0]?.textContent).toBe('Core');
    expect((await field<HTMLInputElement>('Score')).value).toBe('71');
    expect((await field<HTMLTextAreaElement>('Comment')).value).toBe('thin at night');
    expect(await domFindings()).toEqual([]);
  });

  it('a field that is changed is sent alone, and shown before the answer comes', async () => {
    const { user } = await open();
    server.keepsWaiting(updateAssetFields);
    const list = await field<HTMLSelectElement>('Trade category');
    await user.selectOptions(list, 'm');
    expect(list.value).toBe('m');
    expect(sent()).toEqual([{ tradeCategoryId: 'm' }]);
    expect(screen.getByText('Saving…')).toBeTruthy();
  });

  it('what the server refuses is undone and told, and can be sent again', async () => {
    const { user } = await open();
    server.refuses(updateAssetFields, 'DISK_FULL');
    const list = await field<HTMLSelectElement>('Trade category');
    await user.selectOptions(list, 'm');
    const alert = await screen.findByRole('alert');
    expect(list.value).toBe('core');
    expect(screen.getByText('Not saved. The field shows what it held before.')).toBeTruthy();
    server.answers(getAssets, { items: [{ ...NOTED, tradeCategoryId: 'm' }] });
    server.answers(updateAssetFields, { ...stored, tradeCategoryId: 'm' });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await screen.findByText('Saved.');
    expect([list.value, sent().length]).toEqual(['m', 2]);
  });

  it('a score is saved with Enter, taken back with Escape, and not sent while it is out of range', async () => {
    const { user } = await open();
    server.answers(updateAssetFields, { ...stored, score: 100 });
    const score = await field<HTMLInputElement>('Score');
    await user.clear(score);
    await user.type(score, '101{Enter}');
    expect(screen.getByText('A whole number from 0 to 100, or empty.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect([score.value, sent()]).toEqual(['71', []]);
    await user.clear(score);
    await user.type(score, '100{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ score: 100 }]));
    expect(score.value).toBe('100');
  });

  it('a comment is saved when its field is left, and only when it changed', async () => {
    const { user } = await open();
    server.answers(updateAssetFields, { ...stored, comment: 'thin at night!' });
    const comment = await field<HTMLTextAreaElement>('Comment');
    await user.click(comment);
    await user.tab();
    await user.type(comment, '!');
    expect(sent()).toEqual([]);
    await user.tab();
    await waitFor(() => expect(sent()).toEqual([{ comment: 'thin at night!' }]));
  });

  it('an excluded contract says what that stops and what goes on', async () => {
    server.answers(getAssets, { items: [{ ...NOTED, tradeCategoryId: 'excluded' }] });
    await open();
    expect(await screen.findByText('Your bots open no new cycles of ETHUSDT.')).toBeTruthy();
    expect(screen.getByText(/^Open cycles go on/)).toBeTruthy();
  });

  it('a contract that bots cannot trade has none', async () => {
    await open('NOPEUSDT');
    expect(await screen.findByText('NOPEUSDT is not among the contracts that bots can trade.')).toBeTruthy();
  });

  it('notes that cannot be read are told with a retry', async () => {
    server.refuses(getTradeCategories, 'DATABASE_UNAVAILABLE');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    server.answers(getTradeCategories, { items: [CORE] });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await field('Trade category')).toBeTruthy();
  });
});

describe('the dialog of trade categories', () => {
  const openDialog = async () => {
    const drawn = await open();
    await drawn.user.click(await screen.findByRole('button', { name: 'Categories…' }));
    await screen.findByRole('dialog');
    return drawn;
  };

  it('renames, colours, moves and creates; only own ones can be deleted', async () => {
    server.answers(setTradeCategory, MINE);
    server.answers(createTradeCategory, MINE);
    server.answers(orderTradeCategories, { items: [] });
    const { user } = await openDialog();
    const name = await screen.findByLabelText('Name of Memes');
    await user.clear(name);
    await user.type(name, 'Dogs{Enter}');
    await user.selectOptions(screen.getByLabelText('Colour of Core'), 'pink');
    await waitFor(() =>
      expect(server.bodiesOf(setTradeCategory)).toEqual([
        { tradeCategoryId: 'm', name: 'Dogs' },
        { tradeCategoryId: 'core', colour: 'pink' },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Move Excluded up' }));
    await waitFor(() =>
      expect(server.bodiesOf(orderTradeCategories)).toEqual([{ tradeCategoryIds: ['excluded', 'core', 'm'] }]),
    );
    await user.type(screen.getByLabelText('New category'), ' Layer 2 {Enter}');
    await waitFor(() => expect(server.bodiesOf(createTradeCategory)).toEqual([{ name: 'Layer 2' }]));
    const isDisabled = (button: string) => screen.getByRole<HTMLButtonElement>('button', { name: button }).disabled;
    expect([isDisabled('Delete Core'), isDisabled('Delete Memes')]).toEqual([true, false]);
    expect([isDisabled('Move Core up'), isDisabled('Move Memes down')]).toEqual([true, true]);
  });
});

describe("the user's bots on a contract", () => {
  const own = paperBot({
    ...{ botId: 'a', name: 'Alpha', symbols: ['ETHUSDT'] },
    atoms: [{ ...paperAtom('a'), blockedBy: 'ASSET_EXCLUDED' }],
  });
  const other = paperBot({ botId: 'b', name: 'Beta', symbols: ['BTCUSDT'] });

  it('are those that trade it, each with its state, what blocks it, and a link', async () => {
    server.answersBy(getBots, (_, path) => ({ items: path.includes('dca-bot') ? [own, other] : [] }));
    await openPage(<BotsCard symbol="ETHUSDT" />, { text });
    const link = await screen.findByRole('link', { name: 'Alpha' });
    expect(link.getAttribute('href')).toBe('/dca/bots?bot=a');
    expect(screen.queryByText('Beta')).toBeNull();
    expect(screen.getByText('you excluded the asset')).toBeTruthy();
    expect(await domFindings()).toEqual([]);
  });

  it('that do not exist are told with a way on', async () => {
    server.answers(getBots, { items: [other] });
    await openPage(<BotsCard symbol="ETHUSDT" />, { text });
    expect(await screen.findByText('None of your bots trades ETHUSDT.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the bots' })).toBeTruthy();
  });
});

describe('the coin of a contract', () => {
  const PEPE = {
    ...{
      assetId: '1000PEPEUSDT',
      futuresTicker: '1000PEPEUSDT',
      baseAsset: '1000PEPE',
      coin: 'PEPE',
      multiplier: 1_000,
    },
    ...{ sector: 'Meme', listedAt: null, description: null, reason: 'NO_API_KEY' as const },
  };
  const show = () => openPage(<CoinCard symbol="1000PEPEUSDT" />, { text });

  it('is told with its multiplier, and why there are no figures', async () => {
    server.answers(getAssetDescription, PEPE);
    server.answers(getAssetCmcData, { available: false, reason: 'NO_API_KEY' });
    await show();
    expect((await screen.findByText('One 1000PEPE of the contract')).nextSibling?.textContent).toBe('1,000 PEPE');
    expect(screen.getByText(/set CMC_API_KEY/)).toBeTruthy();
  });

  it('that a contract counts one by one is not told in contracts', async () => {
    server.answers(getAssetDescription, { ...PEPE, baseAsset: 'PEPE', multiplier: 1 });
    server.answers(getAssetCmcData, { available: false, reason: 'NO_API_KEY' });
    await show();
    expect(await screen.findByText(/set CMC_API_KEY/)).toBeTruthy();
    expect(screen.queryByText(/of the contract/)).toBeNull();
  });

  it('with figures of the simulated exchange says that they are simulated', async () => {
    server.answers(getAssetDescription, PEPE);
    server.answers(getAssetCmcData, {
      ...{ available: true, source: 'simulated', coin: 'PEPE', name: 'PEPE', cmcId: null, slug: null, rank: null },
      ...{ price: '0.00001', marketCap: '4200000000.12345678', fullyDilutedCap: null, dayVolume: null, tags: [] },
      ...{ circulatingSupply: '420000000000000', totalSupply: null, maxSupply: null, addedAt: null },
      takenAt: '2025-05-26T05:30:00.000Z',
    });
    await show();
    expect(await screen.findByText('simulated figures')).toBeTruthy();
    expect(screen.getByText('4,200.0')).toBeTruthy();
  });
});
