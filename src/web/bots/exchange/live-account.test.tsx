import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  getExchangeAccount,
  haltExchangeAccount,
  releaseExchangeAccount,
  setExchangeCaps,
} from '#contract/account/exchange-account.ts';
import { getBots } from '#contract/bot.ts';
import { getSettings } from '#contract/system.ts';
import type { ShownAccount } from '#web/api/exchange/exchange-account-query.ts';
import * as auth from '#web/auth/session.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { englishText, russianText } from '../../../../tests/support/draw.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { LIVE_ACCOUNT, settingsIn } from '../../../../tests/support/live-exchange-account.ts';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { CONFIRMATION, type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { LiveAccountPart } from './live-account-part.tsx';

const ALPHA = paperBot({ botId: 'a', name: 'Alpha', kind: 'dca-prod-bot', execution: 'live' });

const held: ShownAccount['positions'][number] = {
  ...{ portfolioId: 'p1', botId: 'a', symbol: 'ETHUSDT', direction: 'buy' },
  ...{ expected: '0.080', actual: '0.080', stop: 'resting' },
};

let server: ToldServer;
const signedInAt = vi.spyOn(auth, 'signedInAt');
const reauthenticate = vi.spyOn(auth, 'reauthenticate');

beforeAll(async () => {
  await import('./live-account.tsx');
  await import('./caps-dialog.tsx');
  await textWith('exchangeAccount', 'en');
  await textWith('exchangeAccount', 'ru');
});
beforeEach(() => {
  signedInAt.mockResolvedValue(Date.now());
  reauthenticate.mockReset().mockResolvedValue(undefined);
  server = toldServer();
  server.answers(getBots, { items: [ALPHA] });
  tellEnvironment('sim');
});
afterEach(() => vi.unstubAllGlobals());

function tellEnvironment(environment: ShownAccount['environment']): void {
  server.answers(getSettings, settingsIn(environment));
}

async function open(change: Partial<ShownAccount> = {}, look: 'whole' | 'line' = 'whole', text = englishText) {
  const account = { ...LIVE_ACCOUNT, ...change };
  server.answers(getExchangeAccount, { account });
  const page = await openPage(<LiveAccountPart look={look} />, {
    text,
    at: '/dca-prod/bots',
    kind: 'dca-prod-bot',
  });
  await screen.findByRole('heading', { level: 2 });
  const press = async (name: string | RegExp) => page.user.click(await screen.findByRole('button', { name }));
  return { ...page, press, account };
}

const alerts = async () => (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);

describe('the exchange account on the pages of live bots', () => {
  it('is not requested on the pages of paper bots', async () => {
    await openPage(<LiveAccountPart look="whole" />, { at: '/dca/bots', kind: 'dca-bot' });
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['sim', 'SIM', 'Your simulated account, no real money'],
    ['demo', 'DEMO', 'Binance demo, play money'],
    ['mainnet', 'LIVE', 'Binance, real money'],
  ] as const)('is badged truthfully in the environment %s', async (environment, badge, where) => {
    await open({ environment });
    expect(screen.getByText(badge)).toBeTruthy();
    expect(screen.getByText(where)).toBeTruthy();
  });

  it('shows wallet, committed margin and caps on the page of the bots, and only its state elsewhere', async () => {
    await open();
    const band = screen.getByText('9,876.54').closest('dl');
    expect(band?.textContent).toContain('1,234.50');
    expect(band?.textContent).toContain('12.50% of the wallet');
    for (const cap of ['1,000.00', '4,000.00', '200.00']) expect(band?.textContent).toContain(cap);
    expect(band?.textContent).toContain('60 orders a minute, entries within 5% of the market');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('on the other pages shows its state alone', async () => {
    await open({}, 'line');
    expect(screen.getByText('Connected')).toBeTruthy();
    expect(screen.queryByText('9,876.54')).toBeNull();
  });

  it.each([
    [{ isSynced: false }, 'Comparing with the exchange'],
    [{ halt: { at: '2025-05-26T08:00:00.000Z', reason: 'Storm.' } }, 'Halted'],
    [{ accountId: null, refusals: [{ code: 'ONE_WAY_MODE', detail: 'x' }] }, 'Cannot trade'],
    [{}, 'Connected'],
  ] satisfies [Partial<ShownAccount>, string][])('with %j its state is "%s"', async (change, word) => {
    await open(change, 'line');
    expect(screen.getByText(word)).toBeTruthy();
  });

  it('before the first live portfolio says when the account opens', async () => {
    server.answers(getExchangeAccount, { account: null });
    await openPage(<LiveAccountPart look="whole" />, { at: '/dca-prod/bots', kind: 'dca-prod-bot' });
    expect(await screen.findByText('The account opens with your first live portfolio.')).toBeTruthy();
  });

  it('has no serious accessibility violation with every alarm shown', async () => {
    await open({
      refusals: [{ code: 'ONE_WAY_MODE', detail: 'x' }],
      halt: { at: '2025-05-26T08:00:00.000Z', reason: 'Storm.' },
      positions: [{ ...held, stop: 'missing' }],
    });
    expect(await domFindings()).toEqual([]);
  });
});

describe('an alarm of the exchange account', () => {
  it('names the unprotected position and leads to its bot, on every page', async () => {
    await open({ positions: [{ ...held, stop: 'missing' }] }, 'line');
    expect((await alerts()).join()).toContain(
      'Alpha holds an unprotected position: 0.080 ETHUSDT long, and no stop-loss rests at the exchange.',
    );
    expect(screen.getByRole('link', { name: 'Open the bot' }).getAttribute('href')).toBe('/dca-prod/bots?bot=a');
  });

  it('is not raised by a position that has no stop by design', async () => {
    await open({ positions: [{ ...held, stop: 'none' }] });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('None by design')).toBeTruthy();
  });

  it('names the bot and symbol of an order with unknown outcome, and counts the others', async () => {
    const unknown = { clientId: 'q1', botId: 'a', symbol: 'ETHUSDT', sentAt: '2025-05-26T08:00:07.000Z' };
    await open({ unknownOrders: [unknown, { ...unknown, clientId: 'q2' }] }, 'line');
    const said = (await alerts()).join();
    expect(said).toContain('The outcome of an order of Alpha on ETHUSDT is unknown since');
    expect(said).toContain('08:00:07');
    expect(said).toContain('More of these: 1.');
  });

  it('lists every reason why the account cannot trade, and an unknown one in the words of the server', async () => {
    await open({
      accountId: null,
      refusals: [
        { code: 'MULTI_ASSETS_MODE', detail: 'x' },
        { code: 'DATABASE_NOT_DURABLE', detail: 'x' },
        { code: 'SOMETHING_NEW', detail: 'A reason of a later version.' },
      ],
    });
    const said = (await alerts()).join();
    expect(said).toContain('The exchange account is in multi-assets mode.');
    expect(said).toContain('Turn on fsync, synchronous_commit and full_page_writes.');
    expect(said).toContain('A reason of a later version.');
    expect(screen.queryByRole('button', { name: 'Halt account…' })).toBeNull();
  });

  it('says why everything is halted when the whole program is', async () => {
    await open({ haltOfAll: { at: '2025-05-26T08:00:00.000Z', reason: 'A restore.' } }, 'line');
    expect(await screen.findByText('All trading of this program is halted: A restore.')).toBeTruthy();
  });
});

describe('the table of bots on the exchange account', () => {
  const cellsOf = async (name: string) => {
    const row = (await screen.findByRole('link', { name })).closest('tr');
    return [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
  };

  it('shows the expected and the actual position and the protection of each side', async () => {
    await open({ positions: [held] });
    const cells = await cellsOf('Alpha');
    expect(cells).toEqual(['Alpha', 'ETHUSDT', 'long', '0.080', '0.080', 'Stop rests', 'Halt']);
  });

  it('marks a position that differs from the expected one, and one that is not read yet', async () => {
    await open({ positions: [{ ...held, actual: '0.07' }] });
    expect((await cellsOf('Alpha'))[4]).toBe('0.07differs');
    expect((await cellsOf('Alpha'))[3]).toBe('0.080');
  });

  it('does not call equal quantities with other zeros different', async () => {
    await open({ positions: [{ ...held, actual: '0.08' }] });
    expect((await cellsOf('Alpha'))[4]).toBe('0.08');
  });

  it('lists a running bot without a position, so that it can be halted', async () => {
    await open();
    expect(await cellsOf('Alpha')).toEqual(['Alpha', '–', '–', '–', '–', 'Flat', 'Halt']);
  });
});

describe('a halt', () => {
  it('of the account is sent with its reason, and never asks for a password', async () => {
    signedInAt.mockResolvedValue(0);
    const { press, user, account } = await open();
    server.answers(haltExchangeAccount, {
      account: { ...account, halt: { at: '2025-05-26T08:00:00.000Z', reason: 'Storm' } },
    });
    await press('Halt account…');
    const reason = await screen.findByLabelText('Reason');
    await user.clear(reason);
    await user.type(reason, 'Storm');
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await press('Halt the account');
    expect(await screen.findByText('The account is halted: Storm')).toBeTruthy();
    expect(server.bodiesOf(haltExchangeAccount)).toEqual([{ botId: null, reason: 'Storm' }]);
  });

  it('of one bot names that bot alone', async () => {
    const { press, user, account } = await open({ positions: [held] });
    server.answers(haltExchangeAccount, { account });
    await press('Halt Alpha');
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Halt Alpha' }));
    await waitFor(() => expect(server.bodiesOf(haltExchangeAccount)).toMatchObject([{ botId: 'a' }]));
  });

  it('is released after the password where the sign-in is old, with the confirmation of the server', async () => {
    signedInAt.mockResolvedValue(Date.now() - 600_000);
    const { press, user, account } = await open({ halt: { at: '2025-05-26T08:00:00.000Z', reason: 'Storm' } });
    server.answers(releaseExchangeAccount, { account: { ...account, halt: null } });
    server.confirms(releaseExchangeAccount);
    await press('Release account…');
    await user.type(await screen.findByLabelText('Your password'), 'correct horse');
    await press('Release the account');
    await waitFor(() => expect(screen.queryByText('The account is halted: Storm')).toBeNull());
    expect(reauthenticate).toHaveBeenCalledExactlyOnceWith('correct horse');
    expect(server.bodiesOf(releaseExchangeAccount)).toEqual([{ botId: null }, { botId: null, confirm: CONFIRMATION }]);
  });
});

const NO_CAPS = {
  ...{ botNotional: null, accountNotional: null, ordersPerMinute: null },
  ...{ dailyLoss: null, priceBandPercent: null },
};

describe('the caps of the exchange account', () => {
  async function fillIn(accountNotional = '4000') {
    const page = await open({ caps: NO_CAPS });
    server.answers(setExchangeCaps, { account: LIVE_ACCOUNT });
    const [first] = await screen.findAllByRole('button', { name: 'Set caps…' });
    if (first) await page.user.click(first);
    const dialog = await screen.findByRole('dialog');
    const write = async (label: string, value: string) => page.user.type(within(dialog).getByLabelText(label), value);
    await write('Largest position of one bot, with its open entries', '1000');
    await write('Largest position of all bots, with their open entries', accountNotional);
    await write('Loss of a UTC day after which nothing opens', '200');
    await write('Orders a minute', '60');
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Set caps' });
    const wasReady = !save.disabled;
    await write('Largest distance of an entry beyond the market price', '5');
    return { ...page, dialog, save, wasReady };
  }

  it('are asked for before the first bot, and all of them are sent', async () => {
    const { save, wasReady, user } = await fillIn();
    expect(wasReady).toBe(false);
    expect(screen.getByText('Set the caps of the account before your first bot')).toBeTruthy();
    await user.click(save);
    await waitFor(() => expect(screen.queryByText('Set the caps of the account before your first bot')).toBeNull());
    expect(server.bodiesOf(setExchangeCaps)).toEqual([
      { botNotional: '1000', accountNotional: '4000', dailyLoss: '200', ordersPerMinute: 60, priceBandPercent: '5' },
    ]);
  });

  it('are repeated with a fresh sign-in and the confirmation when the server requires them', async () => {
    const { save, dialog, user } = await fillIn();
    server.confirms(setExchangeCaps);
    server.refusesOnce(setExchangeCaps, 'STEP_UP_REQUIRED');
    await user.click(save);
    await user.type(await within(dialog).findByLabelText('Your password'), 'correct horse');
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(reauthenticate).toHaveBeenCalledExactlyOnceWith('correct horse');
    expect(server.bodiesOf(setExchangeCaps).map((body) => Object(body).confirm)).toEqual([
      undefined,
      undefined,
      CONFIRMATION,
    ]);
  });

  it('of the account cannot be below the cap per bot', async () => {
    const { save, dialog } = await fillIn('999');
    expect(save.disabled).toBe(true);
    expect(within(dialog).getByText('The cap of the account cannot be below the cap per bot.')).toBeTruthy();
  });

  it('outside the bounds of the API are refused with the bounds', async () => {
    const { save, dialog } = await fillIn('10000001');
    expect(save.disabled).toBe(true);
    expect(dialog.textContent).toContain('from 1 to 10,000,000.');
  });
});

it('the exchange account reads in Russian for a Russian reader', async () => {
  await open({ positions: [{ ...held, stop: 'missing' }] }, 'whole', russianText);
  expect((await alerts()).join()).toContain('Позиция Alpha без защиты: 0,080 ETHUSDT лонг');
});
