import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { createBot } from '#contract/bot.ts';
import { createPortfolio, getPortfolios } from '#contract/portfolio.ts';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { paperBot } from '../../../../../tests/support/paper-bot.ts';
import { EMPTY_PORTFOLIO } from '../../../../../tests/support/portfolio-card.ts';
import { savedStrategy, TWO_STEPS } from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { StartBotDialog } from './start-bot-dialog.tsx';

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

type Direction = 'buy' | 'sell' | 'both';

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getPortfolios, { items: [EMPTY_PORTFOLIO] } as never);
  server.answers(getAssets, { items: [exampleAsset] });
  server.keepsWaiting(createBot);
});
afterEach(() => vi.unstubAllGlobals());

async function open(direction: Direction = 'buy') {
  const onClose = vi.fn();
  const strategy = { ...savedStrategy(), params: { ...TWO_STEPS, direction } } as Parameters<
    typeof StartBotDialog
  >[0]['strategy']; // Its parameters are a ladder's.
  let drawn: ReturnType<typeof drawPage> | undefined;
  await reactAct(async () => {
    drawn = drawPage(<StartBotDialog strategy={strategy} onClose={onClose} />, {
      at: '/dca/strategy/s1',
      kind: 'dca-bot',
    });
  });
  const dialog = await screen.findByRole('dialog');
  const button = (name: string) => within(dialog).findByRole<HTMLButtonElement>('button', { name });
  await within(dialog)
    .findByDisplayValue('Majors')
    .catch(() => null); // The first portfolio is chosen when it is known.
  const write = async (label: string, text: string) => {
    const field = within(dialog).getByLabelText(label);
    await user.clear(field);
    if (text !== '') await user.type(field, text);
  };
  const user = userEvent.setup();
  return { dialog, button, onClose, user, write, at: () => drawn?.router.state.location.pathname };
}

async function chooseNewPortfolio({ dialog, user }: Awaited<ReturnType<typeof open>>) {
  const portfolio = within(dialog).getByRole('combobox', { name: 'Portfolio' });
  await user.selectOptions(portfolio, 'New portfolio with 10,000 paper USDT');
}

describe('the dialog that starts a bot of a saved version', () => {
  it('proposes name, portfolio, symbol and direction, and sends them as they stand', async () => {
    const { button, user } = await open();
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    expect(server.bodiesOf(createBot)[0]).toEqual({
      name: 'Two steps',
      portfolioId: 'p1',
      symbols: ['ETHUSDT'],
      strategyId: 's1',
      strategyVersion: 3,
      isEnterBuyEnabled: true,
      isEnterSellEnabled: false,
    });
  });

  it('closes and leads to the bots when the bot is made', async () => {
    server.answers(createBot, paperBot({ botId: 'n1', name: 'Two steps' }));
    const { button, user, onClose, at } = await open();
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await waitFor(() => expect(at()).toBe('/dca/bots'));
  });

  it.each<[Direction, readonly string[]]>([
    ['buy', ['Opens long cycles']],
    ['sell', ['Opens short cycles']],
    ['both', ['Opens long cycles', 'Opens short cycles']],
  ])('a strategy of direction %s has the switches %j', async (direction, names) => {
    const { dialog } = await open(direction);
    const switches = within(dialog).getAllByRole<HTMLInputElement>('switch');
    expect(switches.map((one) => one.labels?.[0]?.textContent)).toEqual(names);
    expect(switches.every((one) => one.checked)).toBe(true);
  });

  it('a direction that is switched off is sent so', async () => {
    const { dialog, button, user } = await open('both');
    await user.click(within(dialog).getByRole('switch', { name: 'Opens short cycles' }));
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    expect(server.bodiesOf(createBot)[0]).toMatchObject({ isEnterBuyEnabled: true, isEnterSellEnabled: false });
  });

  it('its button carries the name that was typed, without spaces around it', async () => {
    const { button, user, write } = await open();
    await write('Bot name', '  Weekend ');
    await user.click(await button('Start Weekend'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    expect(server.bodiesOf(createBot)[0]).toMatchObject({ name: 'Weekend' });
  });

  type Opened = Awaited<ReturnType<typeof open>>;
  it.each<[string, (opened: Opened) => Promise<unknown>]>([
    ['a name', ({ write }) => write('Bot name', '')],
    [
      'a symbol',
      async ({ dialog, user }) => {
        await user.click(within(dialog).getByRole('combobox', { name: 'Symbols' }));
        await user.keyboard('{Backspace}{Escape}');
      },
    ],
    ['the name of its new portfolio', chooseNewPortfolio],
  ])('without %s it cannot be sent', async (_, leaveOut) => {
    const opened = await open();
    await leaveOut(opened);
    await waitFor(async () => expect((await opened.button('Start Two steps')).disabled).toBe(true));
    await opened.user.click(await opened.button('Start Two steps'));
    expect(server.bodiesOf(createBot)).toEqual([]);
  });

  it('a new portfolio is made first, and the bot goes into it', async () => {
    server.answers(createPortfolio, { ...EMPTY_PORTFOLIO, portfolioId: 'p9' } as never);
    const opened = await open();
    await chooseNewPortfolio(opened);
    await opened.write('Portfolio name', 'Own');
    await opened.user.click(await opened.button('Start Two steps'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    expect(server.bodiesOf(createPortfolio)).toMatchObject([{ name: 'Own' }]);
    expect(server.bodiesOf(createBot)[0]).toMatchObject({ portfolioId: 'p9' });
  });

  it.each([
    ['NAME_TAKEN', 'This name is taken. Choose another.'],
    ['BOTS_FULL', 'You can have at most 500 bots.'],
    ['DISK_FULL', 'The disk of the server is full, so nothing was changed.'],
  ] as const)('a refusal with %s is told in it, and another try is possible', async (code, sentence) => {
    server.refuses(createBot, code);
    const { dialog, button, user, onClose } = await open();
    await user.click(await button('Start Two steps'));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(sentence);
    expect(onClose).not.toHaveBeenCalled();
    expect((await button('Start Two steps')).disabled).toBe(false);
  });

  it.each(['Escape', 'Cancel'])('%s closes it, and nothing is sent', async (way) => {
    const { button, user, onClose } = await open();
    if (way === 'Cancel') await user.click(await button('Cancel'));
    else await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.bodiesOf(createBot)).toEqual([]);
  });

  it('axe finds nothing grave in it, with a portfolio and with a new one', async () => {
    const opened = await open('both');
    expect(await domFindings()).toEqual([]);
    await chooseNewPortfolio(opened);
    expect(await domFindings()).toEqual([]);
  });
});
