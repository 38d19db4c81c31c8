import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getExchangeAccount } from '#contract/account/exchange-account.ts';
import { getAssets } from '#contract/asset.ts';
import { createBot } from '#contract/bot.ts';
import { createPortfolio, getPortfolios } from '#contract/portfolio.ts';
import { getStrategies } from '#contract/strategy.ts';
import { getSettings } from '#contract/system.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Bot, Portfolio } from '#web/api/trading-queries.ts';
import * as auth from '#web/auth/session.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../tests/support/example-asset.ts';
import { LIVE_ACCOUNT, settingsIn } from '../../../../tests/support/live-exchange-account.ts';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { savedStrategy, TWO_STEPS } from '../../../../tests/support/told-rows.ts';
import { CONFIRMATION, type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { NewBotDialog } from './new-bot-dialog.tsx';

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

const BITCOIN = { ...exampleAsset, assetId: 'btc', futuresTicker: 'BTCUSDT', baseAsset: 'BTC' };
const MAJORS: Portfolio = EMPTY_PORTFOLIO as Portfolio; // What the list of one kind tells is part of it.

beforeAll(async () => void (await textWith('botWork', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getStrategies, { items: [savedStrategy()] });
  server.answers(getPortfolios, { items: [MAJORS] } as never);
  server.answers(getAssets, { items: [exampleAsset, BITCOIN] });
  server.keepsWaiting(createBot);
});
afterEach(() => vi.unstubAllGlobals());

interface Opening {
  readonly copyOf?: Bot | null;
  readonly portfolioId?: string | null;
  readonly kind?: BotKind;
}

async function open({ copyOf = null, portfolioId = null, kind = 'dca-bot' }: Opening = {}) {
  const onClose = vi.fn();
  let drawn: ReturnType<typeof drawPage> | undefined;
  await reactAct(async () => {
    const node = <NewBotDialog copyOf={copyOf} portfolioId={portfolioId} onClose={onClose} />;
    drawn = drawPage(node, { at: '/dca/portfolio/p1', kind });
  });
  const dialog = await screen.findByRole('dialog');
  const user = userEvent.setup();
  const field = (label: string) => within(dialog).findByLabelText<HTMLInputElement>(label);
  const write = async (label: string, text: string) => {
    const input = await field(label);
    await user.clear(input);
    if (text !== '') await user.type(input, text);
  };
  const choose = async (label: string, option: string) => {
    await user.selectOptions(await within(dialog).findByRole('combobox', { name: label }), option);
  };
  const button = (name: string | RegExp) => within(dialog).findByRole('button', { name });
  return { dialog, user, onClose, field, write, choose, button, at: () => drawn?.router.state.location.href };
}

describe('the dialog for a new bot', () => {
  it('begins with the newest strategy, its name and symbol, and needs only its button', async () => {
    const { user, field, button } = await open();
    expect((await field('Bot name')).value).toBe('Two steps');
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    expect(server.bodiesOf(createBot)[0]).toEqual({
      name: 'Two steps',
      portfolioId: 'p1',
      symbols: ['ETHUSDT'],
      autostart: true,
      strategyId: 's1',
      strategyVersion: 3,
    });
  });

  it('leads to the new bot when it is made, and closes', async () => {
    server.answers(createBot, paperBot({ botId: 'n1', name: 'Two steps' }));
    const { user, onClose, button, at } = await open();
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await waitFor(() => expect(at()).toBe('/dca/bots?bot=n1'));
  });

  it('a preset brings its parameters instead of a version, and no symbol of its own', async () => {
    const { user, choose, button, dialog } = await open();
    await choose('Strategy or preset', 'Preset: Balanced');
    expect(within(dialog).queryByText('Choose at least one symbol.')).toBeNull(); // Those of before stay.
    await user.click(await button('Start Balanced'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    const body = server.bodiesOf(createBot)[0];
    expect(body).toMatchObject({ name: 'Balanced', symbols: ['ETHUSDT'], params: { direction: 'buy' } });
    expect(body).not.toHaveProperty('strategyId');
  });

  it('a copy takes over the symbols, exits and switches of its bot, under a name of its own', async () => {
    const copyOf = paperBot({
      botId: 'a',
      name: 'Alpha',
      symbols: ['BTCUSDT'],
      params: TWO_STEPS,
      takeProfitPercent: '2.5',
      stopLossPercent: '12',
      isEnterBuyEnabled: false,
    });
    const { user, button } = await open({ copyOf, portfolioId: 'p1' });
    await user.click(await button('Start Alpha copy'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    expect(server.bodiesOf(createBot)[0]).toMatchObject({
      name: 'Alpha copy',
      symbols: ['BTCUSDT'],
      takeProfitPercent: '2.5',
      stopLossPercent: '12',
      isEnterBuyEnabled: false,
    });
  });

  it('can be created without starting, and the button says so', async () => {
    const { dialog, user, button } = await open();
    await user.click(await within(dialog).findByRole('switch', { name: 'Start at once' }));
    await user.click(await button('Create Two steps'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    expect(server.bodiesOf(createBot)[0]).toMatchObject({ autostart: false });
  });
});

describe('what a new bot still lacks is said, and nothing can be sent', () => {
  type Opened = Awaited<ReturnType<typeof open>>;
  it.each<[string, (opened: Opened) => Promise<unknown>, string]>([
    ['a name', ({ write }) => write('Bot name', ''), 'Enter a name for the bot.'],
    ['a name of more than spaces', ({ write }) => write('Bot name', '   '), 'Enter a name for the bot.'],
    [
      'a symbol',
      async ({ dialog, user }) => {
        await user.click(await within(dialog).findByRole('combobox', { name: 'Symbols' }));
        await user.keyboard('{Backspace}{Escape}');
      },
      'Choose at least one symbol.',
    ],
    [
      'the name of its new portfolio',
      ({ choose }) => choose('Portfolio', 'A new portfolio'),
      'Enter a name for the portfolio.',
    ],
    [
      'the capital of its new portfolio',
      async ({ choose, write }) => {
        await choose('Portfolio', 'A new portfolio');
        await write('Portfolio name', 'Own');
        await write('Paper wallet', '');
      },
      'Enter what is in the paper wallet.',
    ],
  ])('%s', async (_, leaveOut, sentence) => {
    const opened = await open();
    await opened.button(/^Start Two steps/);
    await leaveOut(opened);
    expect(await within(opened.dialog).findByText(sentence)).toBeTruthy();
    const button = await opened.button(/^Start/);
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(button.getAttribute('aria-describedby')).toBe('new-bot-missing');
    expect(server.bodiesOf(createBot)).toEqual([]);
  });
});

describe('what a new bot ties up', () => {
  // Two steps of 200 USDT each besides the base order of 200, at leverage 5: 600 / 5 = 120 USDT of margin and fees.
  it('is told against what the wallet leaves', async () => {
    const { dialog } = await open();
    const note = await within(dialog).findByText(/^Ties up 1[12]\d\.\d\d USDT when all orders fill\./);
    expect(note.textContent).toContain('Free in the wallet: 10,000.00 USDT.');
    expect(note.textContent).not.toContain('Not enough');
  });

  it.each([
    ['wallet', { wallet: '100.00', limit: null }, 'Free in the wallet: 100.00 USDT.'],
    ['limit', { wallet: '10000.00', limit: '80' }, 'Left of the limit: 80.00 USDT.'],
  ] as const)('a %s that is too small is a warning, not a refusal', async (_, change, sentence) => {
    server.answers(getPortfolios, { items: [{ ...MAJORS, ...change }] } as never);
    const { dialog, button } = await open();
    const note = await within(dialog).findByText(/^Ties up/);
    expect(note.textContent).toContain(sentence);
    expect(note.textContent).toContain('Not enough for all of them');
    expect((await button('Start Two steps')).hasAttribute('disabled')).toBe(false);
  });
});

describe('a new portfolio for a new bot', () => {
  const made = { ...EMPTY_PORTFOLIO, portfolioId: 'p9', name: 'Own' };

  it('is made first, with its capital, and the bot goes into it', async () => {
    server.answers(createPortfolio, made as never);
    const { user, choose, write, button } = await open();
    await choose('Portfolio', 'A new portfolio');
    await write('Portfolio name', 'Own');
    await write('Paper wallet', '2500');
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(1));
    expect(server.bodiesOf(createPortfolio)).toEqual([{ name: 'Own', balance: '2500' }]);
    expect(server.bodiesOf(createBot)[0]).toMatchObject({ portfolioId: 'p9' });
  });

  it('is not made again when its bot is refused and sent once more', async () => {
    server.answers(createPortfolio, made as never);
    server.answers(getPortfolios, { items: [MAJORS, made] } as never);
    server.refuses(createBot, 'NAME_TAKEN');
    const { dialog, user, choose, write, button } = await open();
    await choose('Portfolio', 'A new portfolio');
    await write('Portfolio name', 'Own');
    await user.click(await button('Start Two steps'));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('This name is taken. Choose another.');
    await write('Bot name', 'Another');
    await user.click(await button('Start Another'));
    await waitFor(() => expect(server.bodiesOf(createBot)).toHaveLength(2));
    expect(server.bodiesOf(createPortfolio)).toHaveLength(1);
  });

  it('when it is refused no bot is sent', async () => {
    server.refuses(createPortfolio, 'PORTFOLIOS_FULL');
    const { dialog, user, choose, write, button } = await open();
    await choose('Portfolio', 'A new portfolio');
    await write('Portfolio name', 'Own');
    await user.click(await button('Start Two steps'));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('You can have at most 200 portfolios.');
    expect(server.bodiesOf(createBot)).toEqual([]);
  });
});

describe('while the dialog for a new bot cannot be filled in', () => {
  it('there is no form before its choices are known', async () => {
    server.keepsWaiting(getStrategies);
    const { dialog } = await open();
    expect(within(dialog).queryByLabelText('Bot name')).toBeNull();
    expect(within(dialog).queryByRole('button', { name: /^Start/ })).toBeNull();
  });

  it.each([
    ['strategies', getStrategies],
    ['portfolios', getPortfolios],
  ] as const)('a failure to read the %s is told in it', async (_, call) => {
    server.refuses(call, 'DATABASE_UNAVAILABLE');
    const { dialog } = await open();
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The database does not answer.');
    expect(within(dialog).queryByLabelText('Bot name')).toBeNull();
  });

  it('Escape closes it, and nothing is sent', async () => {
    const { user, onClose, button } = await open();
    await button('Start Two steps');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.bodiesOf(createBot)).toEqual([]);
  });
});

it('axe finds nothing grave in the dialog for a new bot, with an existing portfolio and with a new one', async () => {
  const { choose, button } = await open();
  await button('Start Two steps');
  expect(await domFindings()).toEqual([]);
  await choose('Portfolio', 'A new portfolio');
  expect(await domFindings()).toEqual([]);
});

describe('the dialog for a new live bot', () => {
  const signedInAt = vi.spyOn(auth, 'signedInAt');
  const reauthenticate = vi.spyOn(auth, 'reauthenticate');
  const made = paperBot({ botId: 'n1', name: 'Two steps', kind: 'dca-prod-bot', execution: 'live' });

  beforeEach(() => {
    signedInAt.mockResolvedValue(Date.now());
    reauthenticate.mockReset().mockResolvedValue(undefined);
    server.answers(createBot, made);
    server.confirms(createBot);
    server.answers(getSettings, settingsIn('mainnet'));
  });

  const openLive = () => open({ kind: 'dca-prod-bot' });

  it.each([
    ['sim', 'This trades on your simulated account. No real money is involved.'],
    ['demo', 'This sends orders to your Binance demo account, which holds play money.'],
    ['mainnet', 'This sends real orders to your Binance account.'],
  ] as const)(
    'says before anything is sent where the orders go in the environment %s',
    async (environment, sentence) => {
      server.answers(getSettings, settingsIn(environment));
      const { dialog, user, button } = await openLive();
      await user.click(await button('Continue…'));
      expect(await within(dialog).findByText(sentence)).toBeTruthy();
      expect(within(dialog).getByText('Symbols: ETHUSDT.')).toBeTruthy();
      expect(server.bodiesOf(createBot)).toEqual([]);
    },
  );

  it('creates the bot with the confirmation of the server, and leads to it', async () => {
    const { user, button, onClose, at } = await openLive();
    await user.click(await button('Continue…'));
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.bodiesOf(createBot).map((body) => Object(body).confirm)).toEqual([undefined, CONFIRMATION]);
    expect(server.bodiesOf(createBot)[1]).toMatchObject({ name: 'Two steps', symbols: ['ETHUSDT'] });
    expect(at()).toBe('/dca-prod/bots?bot=n1');
    expect(reauthenticate).not.toHaveBeenCalled();
  });

  it('asks for the password when the server wants a fresh sign-in, and then creates the bot', async () => {
    server.refusesOnce(createBot, 'STEP_UP_REQUIRED');
    const { dialog, user, button, onClose } = await openLive();
    await user.click(await button('Continue…'));
    await user.click(await button('Start Two steps'));
    await user.type(await within(dialog).findByLabelText('Your password'), 'correct horse');
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(reauthenticate).toHaveBeenCalledExactlyOnceWith('correct horse');
    expect(JSON.stringify(server.requests)).not.toContain('correct horse');
  });

  it('a new portfolio has no paper wallet, and is created once although the bot is first refused', async () => {
    server.answers(getPortfolios, { items: [] } as never);
    server.answers(createPortfolio, { ...MAJORS, portfolioId: 'p9' });
    server.refusesOnce(createBot, 'CAPS_NOT_SET');
    server.answers(getExchangeAccount, { account: LIVE_ACCOUNT });
    const { dialog, user, button, write, onClose } = await openLive();
    expect(within(dialog).queryByLabelText('Paper wallet')).toBeNull();
    await write('Portfolio name', 'Live');
    await user.click(await button('Continue…'));
    await user.click(await button('Start Two steps'));
    expect(await button('Change caps…')).toBeTruthy();
    await user.click(await button('Start Two steps'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.bodiesOf(createPortfolio)).toEqual([{ name: 'Live' }]);
    expect(server.bodiesOf(createBot).at(-1)).toMatchObject({ portfolioId: 'p9', confirm: CONFIRMATION });
  });

  it('goes back to its fields without sending anything', async () => {
    const { user, button, field } = await openLive();
    await user.click(await button('Continue…'));
    await user.click(await button('Back'));
    expect((await field('Bot name')).value).toBe('Two steps');
    expect(server.bodiesOf(createBot)).toEqual([]);
  });
});
