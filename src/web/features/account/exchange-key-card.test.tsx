import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExchangeKey } from '#web/api/exchange-key-query.ts';
import * as auth from '#web/auth/session.ts';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../tests/support/draw.tsx';
import { KeyView } from './exchange-key-card.tsx';

const session = {
  signedInAt: vi.spyOn(auth, 'signedInAt'),
  reauthenticate: vi.spyOn(auth, 'reauthenticate'),
};

const NONE: ExchangeKey = {
  environment: 'demo',
  isPresent: false,
  version: 0,
  lastFour: null,
  removedBy: null,
  check: null,
  permissions: null,
  refusal: null,
  checkedAt: null,
  isAcknowledged: false,
  changedAt: null,
  reading: { state: 'never', code: null, detail: null, readAt: null, nextTryAt: null },
};
const PRESENT: ExchangeKey = {
  ...NONE,
  isPresent: true,
  version: 1,
  lastFour: 'wxyz',
  check: 'known',
  permissions: { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: true },
};
const reading = (state: ExchangeKey['reading']['state'], code: ExchangeKey['reading']['code'] = null): ExchangeKey => ({
  ...NONE,
  reading: { ...NONE.reading, state, code },
});

let english: Text;
let sent: { url: string; body: unknown }[];
let answers: Response[];

beforeAll(async () => {
  english = await textWith('exchangeKeys', 'en');
});

beforeEach(() => {
  [sent, answers] = [[], []];
  session.signedInAt.mockResolvedValue(Date.now());
  session.reauthenticate.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) });
    return answers.shift() ?? Response.json(objectToSnake(PRESENT));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let client: QueryClient;
function show(key: ExchangeKey): void {
  client = new QueryClient();
  draw(
    <QueryClientProvider client={client}>
      <KeyView exchangeKey={key} />
    </QueryClientProvider>,
    english,
  );
}

const problem = (code: string, status: number): Response =>
  Response.json({ type: '', title: '', status, code, detail: '', errors: [], request_id: 'r' }, { status });

describe('the card of the exchange key', () => {
  it.each<[string, ExchangeKey, string]>([
    ['no key', NONE, 'No key'],
    ['a reading', reading('reading'), 'Reading the key'],
    ['no connection', reading('failed', 'OFFLINE'), 'Failed to get document because the client is offline.'],
    ['no answer', reading('failed', 'TIMEOUT'), 'Request time out'],
    ['an unavailable service', reading('failed', 'UNAVAILABLE'), 'Connection failed.'],
    ['anything else', reading('failed', 'FAILED'), 'The operation could not be completed'],
    ['a document whose key may withdraw', reading('refused', 'KEY_CAN_WITHDRAW'), 'Refused'],
    [
      'a revocation',
      { ...NONE, removedBy: 'revocation' },
      'The owner of this server revoked all stored keys. Create a new one at the exchange.',
    ],
    ['a key', PRESENT, 'Key stored'],
    ['a refused key', { ...PRESENT, check: 'refused', permissions: null, refusal: 'KEY_REFUSED' }, 'Refused'],
    ['a key that was not checked', { ...PRESENT, check: 'unchecked', permissions: null }, 'Not checked yet'],
    ['unknown permissions', { ...PRESENT, check: 'unknown', permissions: null }, 'Permissions unknown'],
  ])('the card describes %s', (_what, key, words) => {
    show(key);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('a key without IP restriction or trading permission shows a warning', () => {
    show({ ...PRESENT, permissions: { canRead: true, canTrade: false, canWithdraw: false, isIpRestricted: false } });
    expect(screen.getByText('The key has no IP restriction')).toBeTruthy();
    expect(screen.getByText('The key does not allow futures trading')).toBeTruthy();
  });

  it('the last four characters are shown, and unknown permissions can be accepted', async () => {
    show({ ...PRESENT, check: 'unknown', permissions: null, version: 7 });
    expect(screen.getByText('ends in wxyz')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Accept for live trading' }));
    expect(sent).toEqual([{ url: '/api/acknowledge-exchange-key', body: { version: 7 } }]);
  });

  it('a running key test is announced, and so is its outcome', async () => {
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    show(PRESENT);
    await userEvent.click(screen.getByRole('button', { name: 'Test the key' }));
    expect(screen.getByText('Testing…')).toBeTruthy();
    answer(problem('EXCHANGE_UNAVAILABLE', 502));
    expect(await screen.findByText('The exchange does not answer.')).toBeTruthy();
  });
});

async function fillIn(): Promise<{ secret: HTMLInputElement; send: HTMLElement }> {
  show(NONE);
  await userEvent.click(screen.getByRole('button', { name: 'Add a key' }));
  const secret = screen.getByLabelText<HTMLInputElement>('Secret');
  expect([secret.value, secret.type, secret.autocomplete]).toEqual(['', 'password', 'off']);
  await userEvent.type(screen.getByLabelText('API key'), 'k'.repeat(16));
  await userEvent.type(secret, 's'.repeat(16));
  return { secret, send: screen.getByRole('button', { name: 'Test and add' }) };
}

describe('the form for a key', () => {
  it('key and secret are sent once, and the secret is cleared from form and cache', async () => {
    const { send } = await fillIn();
    await userEvent.click(send);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      url: '/api/add-exchange-key',
      body: { api_key: 'k'.repeat(16), secret: 's'.repeat(16) },
    });
    await waitFor(() => expect(screen.queryByLabelText('Secret')).toBeNull());
    const cached = [client.getQueryCache().getAll(), client.getMutationCache().getAll()].flat();
    expect(JSON.stringify(cached.map(({ state }) => state))).not.toContain('ssss');
  });

  it('a key refused by the exchange clears the secret and is explained', async () => {
    answers.push(problem('EXCHANGE_KEY_CAN_WITHDRAW', 422));
    const { secret, send } = await fillIn();
    await userEvent.click(send);
    expect(await screen.findByText(/allows withdrawals, so it was not stored/)).toBeTruthy();
    expect(secret.value).toBe('');
    expect(session.reauthenticate).not.toHaveBeenCalled();
  });

  it('a login older than five minutes asks for the password, sent only to the sign-in service', async () => {
    session.signedInAt.mockResolvedValue(Date.now() - 600_000);
    const { send } = await fillIn();
    await userEvent.type(await screen.findByLabelText('Your password'), 'correct horse');
    await userEvent.click(send);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(session.reauthenticate).toHaveBeenCalledWith('correct horse');
    expect(JSON.stringify(sent)).not.toContain('correct horse');
  });

  it('a login the server finds too old asks for the password and keeps the form', async () => {
    answers.push(problem('STEP_UP_REQUIRED', 403));
    const { secret, send } = await fillIn();
    await userEvent.click(send);
    await userEvent.type(await screen.findByLabelText('Your password'), 'correct horse');
    expect(secret.value).toBe('s'.repeat(16));
    await userEvent.click(send);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(session.reauthenticate).toHaveBeenCalledTimes(1);
  });

  it('a wrong password sends no key', async () => {
    session.signedInAt.mockResolvedValue(Date.now() - 600_000);
    const wrong = Object.assign(new Error('wrong'), { code: 'auth/invalid-credential' });
    session.reauthenticate.mockRejectedValue(wrong);
    const { send } = await fillIn();
    await userEvent.type(await screen.findByLabelText('Your password'), 'wrong');
    await userEvent.click(send);
    expect(await screen.findByText('Email or password is wrong. Check both and try again.')).toBeTruthy();
    expect(sent).toEqual([]);
  });
});

describe('removing a key', () => {
  it('removing a key lists what goes and what stays first', async () => {
    show(PRESENT);
    await userEvent.click(screen.getByRole('button', { name: 'Remove the key…' }));
    expect(screen.getByText(/and so does the key there/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove the key' }));
    await waitFor(() => expect(sent).toEqual([{ url: '/api/remove-exchange-key', body: {} }]));
  });
});

describe('the simulated account', () => {
  it('the simulated account can be restored, but only at the simulated exchange', async () => {
    show({ ...NONE, environment: 'sim', removedBy: 'user' });
    const name = 'Use my simulated account';
    await userEvent.click(screen.getByRole('button', { name }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
    await waitFor(() => expect(sent).toEqual([{ url: '/api/open-simulated-account', body: {} }]));
    cleanup();
    show(NONE);
    expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the dialogs of the exchange key', () => {
  it.each<[string, ExchangeKey]>([
    ['Add a key', NONE],
    ['Replace the key', PRESENT],
    ['Remove the key…', PRESENT],
    ['Use my simulated account', { ...NONE, environment: 'sim', removedBy: 'user' }],
  ])('"%s" opens one that has no grave finding of axe, also with the password asked for', async (name, key) => {
    session.signedInAt.mockResolvedValue(Date.now() - 600_000);
    show(key);
    await userEvent.click(screen.getByRole('button', { name }));
    await screen.findByRole('dialog');
    await screen.findByLabelText('Your password');
    expect(await domFindings()).toEqual([]);
  });

  it.each<[string, ExchangeKey]>([
    ['Add a key', NONE],
    ['Replace the key', PRESENT],
    ['Remove the key…', PRESENT],
  ])('"%s" and then Escape sends nothing', async (name, key) => {
    show(key);
    await userEvent.click(screen.getByRole('button', { name }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
  });
});
