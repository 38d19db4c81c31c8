import { fireEvent, act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getExchangeKeys } from '#contract/exchange-key.ts';
import { getSettings } from '#contract/system.ts';
import type { SessionUser } from '#web/auth/open-session.ts';
import * as auth from '#web/auth/session.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { russianText } from '../../../../tests/support/draw.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { AccountPage } from './account-page.tsx';

const session = {
  currentUser: vi.spyOn(auth, 'currentUser'),
  changePassword: vi.spyOn(auth, 'changePassword'),
};

const OWNER = {
  ...{ uid: 'u-1', email: 'owner@example.com', emailVerified: true, displayName: null, phoneNumber: null },
  ...{ photoURL: null, tenantId: null, isAnonymous: false, providerData: [{ providerId: 'password' }] },
  metadata: { creationTime: 'Mon, 26 May 2025 05:30:00 GMT', lastSignInTime: 'no time at all' },
} as unknown as SessionUser; // The service's user has methods too, which the page never calls.

beforeAll(async () => void (await textWith('exchangeKeys', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.keepsWaiting(getSettings);
  server.keepsWaiting(getExchangeKeys);
  session.currentUser.mockReset().mockResolvedValue(OWNER);
  session.changePassword.mockReset().mockResolvedValue(undefined);
});
afterEach(() => vi.unstubAllGlobals());

async function open(text?: typeof russianText) {
  const { user } = await openPage(<AccountPage />, { at: '/account', ...(text ? { text } : {}) });
  const write = async (label: string, typed: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value: typed } });
  return { user, write };
}

const refusal = (code: string) => Object.assign(new Error('refused'), { code });
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const send = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Change password' });

async function fillIn() {
  const page = await open();
  await page.write('Current password', 'old horse battery');
  await page.write('New password', 'new horse battery');
  return page;
}

describe('who is signed in', () => {
  it('stands with every field; what is not known is a dash and not an empty place', async () => {
    await open();
    const email = await screen.findByText('owner@example.com');
    const fields = Array.from(email.closest('dl')?.querySelectorAll('dt') ?? [], (term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    expect(Object.fromEntries(fields)).toMatchObject({
      'Email verified': 'yes',
      Name: '–',
      'User ID': 'u-1',
      Phone: '–',
      Anonymous: 'no',
      'Login method': 'email and password',
      Created: '26 May 05:30 UTC',
      'Last login': '–',
    });
  });

  it('that cannot be told is said, and comes when it is asked for again', async () => {
    session.currentUser.mockRejectedValueOnce(refusal('auth/network-request-failed'));
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(screen.queryByLabelText('New password')).toBeNull();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('owner@example.com')).toBeTruthy();
  });

  it('reads in Russian for a Russian reader', async () => {
    await open(russianText);
    const list = (await screen.findByText('owner@example.com')).closest('dl');
    expect(list?.textContent).toMatch(/да/);
    expect(list?.textContent).not.toMatch(/\b(yes|no|User|Email)\b/);
  });
});

describe('changing the password', () => {
  it('hands both to the sign-in service alone, and then empties the fields', async () => {
    const { user } = await fillIn();
    await user.click(await send());
    await waitFor(() => expect(value('New password')).toBe(''));
    expect(value('Current password')).toBe('');
    expect(session.changePassword.mock.calls).toEqual([['old horse battery', 'new horse battery']]);
    expect(JSON.stringify(server.requests)).not.toContain('horse');
  });

  it('tells password managers which is which, and whose they are', async () => {
    await open();
    await screen.findByLabelText('New password');
    const fields = [...document.querySelectorAll('form input')].map((input) => input.getAttribute('autocomplete'));
    expect(fields).toEqual(['username', 'current-password', 'new-password']);
    expect(document.querySelector<HTMLInputElement>('input[name="username"]')?.value).toBe('owner@example.com');
  });

  it.each([
    ['auth/wrong-password', 'Current password is wrong.'],
    ['auth/invalid-credential', 'Current password is wrong.'],
  ])('a refusal with %s says that the current one is wrong, and keeps what was typed', async (code, sentence) => {
    session.changePassword.mockRejectedValueOnce(refusal(code));
    const { user } = await fillIn();
    await user.click(await send());
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(value('New password')).toBe('new horse battery');
    await user.click(await send());
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });

  it.each(['auth/weak-password', 'auth/too-many-requests', 'auth/network-request-failed'])(
    'a refusal with %s is told in words and is not called a wrong password',
    async (code) => {
      session.changePassword.mockRejectedValueOnce(refusal(code));
      const { user } = await fillIn();
      await user.click(await send());
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toMatch(/^[A-Z][a-z].*\.$/);
      expect(alert.textContent).not.toContain('Current password is wrong.');
    },
  );

  it('while it is under way it cannot be sent again', async () => {
    session.changePassword.mockReturnValue(new Promise(() => {}));
    const { user } = await fillIn();
    await user.click(await send());
    await waitFor(async () => expect((await send()).disabled).toBe(true));
    await user.click(await send());
    expect(session.changePassword).toHaveBeenCalledOnce();
  });

  it('Enter sends it', async () => {
    await fillIn();
    const form = screen.getByLabelText('New password').closest('form') as HTMLFormElement;
    await reactAct(async () => void form.requestSubmit());
    await waitFor(() => expect(session.changePassword).toHaveBeenCalledOnce());
  });
});

it('the account page leads to the reference of the API, and tells a Russian reader that it is in English', async () => {
  await open(russianText);
  const link = await screen.findByRole('link', { name: 'Справочник API' });
  expect(link.getAttribute('href')).toBe('/api/docs');
  expect(link.parentElement?.textContent).toContain('Справочник на английском.');
});

it('axe finds nothing grave on the account page, also after a refusal', async () => {
  session.changePassword.mockRejectedValue(refusal('auth/wrong-password'));
  const { user } = await fillIn();
  await user.click(await send());
  await screen.findByText('Current password is wrong.');
  expect(await domFindings()).toEqual([]);
});
