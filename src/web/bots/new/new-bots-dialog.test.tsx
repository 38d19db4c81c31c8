import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { at } from '#base/assert.ts';
import { getAssets } from '#contract/asset.ts';
import { createBot } from '#contract/bot.ts';
import { createPortfolio, getPortfolios } from '#contract/portfolio.ts';
import { getStrategies } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { textWith } from '#web/i18n/text.tsx';
import { rulePresets } from '#web/kinds/rule-presets.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../tests/support/example-asset.ts';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { savedStrategy } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { NewBotsDialog } from './new-bots-dialog.tsx';

const BITCOIN = { ...exampleAsset, assetId: 'btc', futuresTicker: 'BTCUSDT', baseAsset: 'BTC' };
const BOTH = ['ETHUSDT', 'BTCUSDT'];

beforeAll(async () => void (await textWith('botWork', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getStrategies, { items: [savedStrategy()] });
  server.answers(getPortfolios, { items: [EMPTY_PORTFOLIO] } as never);
  server.answers(getAssets, { items: [exampleAsset, BITCOIN] });
  server.answers(createBot, paperBot({ botId: 'n1', name: 'Two steps ETHUSDT' }));
});
afterEach(() => vi.unstubAllGlobals());

async function open(first: { kind: BotKind; sourceId: string } | null = null) {
  await reactAct(async () => {
    drawPage(<NewBotsDialog symbols={BOTH} first={first} onClose={() => {}} />, { at: '/screener' });
  });
  const dialog = await screen.findByRole('dialog');
  const user = userEvent.setup();
  const button = (name: string) => within(dialog).findByRole('button', { name });
  const write = async (label: string, text: string) => {
    const input = await within(dialog).findByLabelText(label);
    await user.clear(input);
    await user.type(input, text);
  };
  return { dialog, user, button, write };
}

describe('the dialog for a paper bot on each of several symbols', () => {
  it('creates one for each, with the symbol in its name, and tells what became of each', async () => {
    const { dialog, user, button } = await open();
    await user.click(await button('Create and start (2)'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(2));
    const version = { strategyId: 's1', strategyVersion: 3, portfolioId: 'p1', autostart: true };
    expect(server.bodiesOf(createBot)).toEqual([
      { ...version, name: 'Two steps ETHUSDT', symbols: ['ETHUSDT'] },
      { ...version, name: 'Two steps BTCUSDT', symbols: ['BTCUSDT'] },
    ]);
    expect(await within(dialog).findAllByText('Done')).toHaveLength(2);
    expect(within(dialog).getByRole('link', { name: 'Show the bots' }).getAttribute('href')).toBe('/dca/bots');
  });

  it('tells the margin of all of them together', async () => {
    const { dialog } = await open();
    // One ties up 120 USDT of margin and fees: 600 of notional at leverage 5.
    expect(await within(dialog).findByText(/^Ties up 2[234]\d\.\d\d USDT when all orders fill\./)).toBeTruthy();
  });

  it('makes a new portfolio once, puts all bots into it, and lets the name of refused ones be changed', async () => {
    server.answers(createPortfolio, { ...EMPTY_PORTFOLIO, portfolioId: 'p9', name: 'Own' } as never);
    server.refuses(createBot, 'NAME_TAKEN');
    const { dialog, user, button, write } = await open();
    await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Portfolio' }), 'A new portfolio');
    await write('Portfolio name', 'Own');
    await user.click(await button('Create and start (2)'));
    await user.click(await button('Change and retry (2)'));
    server.answers(createBot, paperBot({ botId: 'n1', name: 'Other ETHUSDT' }));
    await write('Bot name', 'Other');
    await user.click(await button('Create and start (2)'));
    expect(await within(dialog).findAllByText('Done')).toHaveLength(2);
    expect(server.bodiesOf(createPortfolio)).toHaveLength(1);
    expect(server.bodiesOf(createBot).map((body) => (body as { name: string }).name)).toEqual([
      ...['Two steps ETHUSDT', 'Two steps BTCUSDT', 'Other ETHUSDT', 'Other BTCUSDT'],
    ]);
    for (const body of server.bodiesOf(createBot)) expect(body).toMatchObject({ portfolioId: 'p9' });
  });

  it('begins with the strategy of rules that the page is about', async () => {
    const rules = { kind: 'custom-bot', params: at(rulePresets(), 0).params } as const;
    server.answers(getStrategies, {
      items: [
        savedStrategy({ ...rules, strategyId: 'r1', name: 'Breakout' }),
        savedStrategy({ ...rules, strategyId: 'r2', name: 'Dip' }),
      ],
    });
    const { dialog } = await open({ kind: 'custom-bot', sourceId: 'r2' });
    const name = await within(dialog).findByLabelText<HTMLInputElement>('Bot name');
    expect(name.value).toBe('Dip');
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Custom' }).checked).toBe(true);
  });
});
