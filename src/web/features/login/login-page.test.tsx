import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act as reactAct, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SettingsAnswer } from '#web/api/read-settings.ts';
import { readSearch } from '#web/app/search.ts';
import * as auth from '#web/auth/session.ts';
import { TextProvider } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { englishText } from '../../../../tests/support/draw.tsx';
import { LoginPage } from './login-page.tsx';

/** jsdom has no layout, so nothing scrolls. */
window.scrollTo = () => {};

const signIn = vi.spyOn(auth, 'signIn');

const AT = Date.parse('2026-01-01T00:00:00.000Z');
/** The server answered at this moment of its own clock. @param skewMs - how far the clock of this computer is ahead */
const answered = (skewMs = 0, title: string | null = null) =>
  ({ receivedAt: AT + skewMs, settings: { title, wallTime: new Date(AT).toISOString() } }) as unknown as SettingsAnswer; // The page reads no other setting.

async function open(search: string, answer: SettingsAnswer | null = answered()) {
  const root = createRootRoute();
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    loader: () => answer,
    component: LoginPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([login]),
    history: createMemoryHistory({ initialEntries: [`/login${search}`] }),
    parseSearch: readSearch,
  });
  await reactAct(async () => {
    render(
      <MantineProvider env="test">
        <TextProvider initial={englishText}>
          <RouterProvider router={router as never} />
        </TextProvider>
      </MantineProvider>,
    );
  });
  await screen.findByRole('button', { name: 'Login' });
  return userEvent.setup();
}

beforeEach(() => void signIn.mockReset().mockResolvedValue(undefined));

describe('the login page', () => {
  it.each([
    ['', null],
    ['?from=/', null],
    ['?from=/dca/bots?show=needs', 'Bots'],
    ['?from=/market', 'Market'],
    ['?from=https://elsewhere.example', null],
  ])('asked for with "%s" it names the page it returns to: %s', async (search, name) => {
    await open(search);
    const returns = screen.queryByText(/^After you log in you return to/);
    if (name === null) expect(returns).toBeNull();
    else expect(returns?.textContent).toContain(name);
  });

  it('says that a session has ended, and only then', async () => {
    await open('?ended=yes');
    expect(screen.getByText('Your session has ended. Log in again.')).toBeTruthy();
  });

  it('without that nothing is said of a session', async () => {
    await open('');
    expect(screen.queryByText(/session/)).toBeNull();
    expect(screen.getByText(/Server reachable/)).toBeTruthy();
  });

  it('a server that does not answer is told, and the form stands all the same', async () => {
    await open('', null);
    expect(screen.getByText(/^The server does not answer\./).getAttribute('role')).toBe('status');
    expect(screen.getByRole('heading', { level: 1, name: 'Botyard' })).toBeTruthy();
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it.each([
    [59_000, null],
    [-61_000, '1 min'],
    [7_200_000, '2 h 00 m'],
  ])('a clock that is %i ms off is told as: %s', async (skewMs, words) => {
    await open('', answered(skewMs));
    const told = screen.queryByText(/The clock of this computer is/)?.textContent ?? null;
    if (words === null) expect(told).toBeNull();
    else expect(told).toContain(`${words} off`);
  });

  it('carries the title of its owner', async () => {
    await open('', answered(0, 'Our desk'));
    expect(screen.getByRole('heading', { level: 1, name: 'Our desk' })).toBeTruthy();
  });

  it('speaks the other language at once, before anybody signs in', async () => {
    const user = await open('');
    await user.click(screen.getByRole('button', { name: /Русский/ }));
    expect(await screen.findByLabelText('Пароль')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: /English/ }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  it('the files of the page that was asked for are fetched while the sign-in service answers', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('requestFiles', fetched);
    signIn.mockReturnValue(new Promise(() => {}));
    const user = await open('?from=/dca/bots?show=needs');
    await user.type(screen.getByLabelText('Email'), 'owner@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    expect(fetched).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(fetched.mock.calls).toEqual([['bots']]);
    vi.unstubAllGlobals();
  });

  it('what the service says of a failure stands with what to do about it', async () => {
    signIn.mockRejectedValue(Object.assign(new Error('x'), { code: 'auth/too-many-requests' }));
    const user = await open('');
    await user.type(screen.getByLabelText('Email'), 'owner@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/\. .+\.$/);
    expect(signIn).toHaveBeenCalledWith('owner@example.com', 'wrong');
    expect(await domFindings()).toEqual([]);
  });
});
