import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { messages as firstMessages } from '#web/i18n/en/first.ts';
import { plurals } from '#web/i18n/en.ts';
import { makeText } from '#web/i18n/text.tsx';
import { draw } from '../../../../tests/support/draw.tsx';
import { LoginForm } from './login-form.tsx';

/** Only the words that the login loads: a sentence from another part would show as its key. */
const loginText = makeText('en', { messages: firstMessages, plurals });

function drawForm(signIn: (email: string, password: string) => Promise<void>) {
  return draw(<LoginForm signIn={signIn} />, loginText);
}

async function fillIn(email: string, password: string) {
  if (email !== '') await userEvent.type(screen.getByLabelText('Email'), email);
  if (password !== '') await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
}

describe('the login form', () => {
  it('the form has a text field for the email and a masked one for the password', () => {
    drawForm(async () => {});
    const email = screen.getByPlaceholderText('Email');
    expect(email.getAttribute('type')).toBe('text');
    expect(email.getAttribute('autocomplete')).toBe('username');
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
  });

  it('Enter and the button both submit the form', async () => {
    const signIn = vi.fn(async () => {});
    drawForm(signIn);
    await userEvent.type(screen.getByLabelText('Email'), 'owner@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(signIn.mock.calls).toEqual([['owner@example.com', 'secret']]);
  });

  it('an empty form is sent, and the service answers it', async () => {
    const signIn = vi.fn(async () => {});
    drawForm(signIn);
    await fillIn('', '');
    expect(signIn.mock.calls).toEqual([['', '']]);
  });

  it('a failed login is announced, and the message disappears at the next attempt', async () => {
    const wrong = Object.assign(new Error('x'), { code: 'auth/invalid-credential' });
    const signIn = vi
      .fn<(email: string, password: string) => Promise<void>>()
      .mockRejectedValueOnce(wrong)
      .mockResolvedValueOnce();
    const { container } = drawForm(signIn);
    const region = container.querySelector('[aria-live="assertive"]');
    expect(region?.textContent).toBe('');
    await fillIn('owner@example.com', 'wrong');
    expect(region?.textContent).toBe('Email or password is wrong. Check both and try again.');
    await fillIn('', '');
    expect(region?.textContent).toBe('');
  });

  it('an unknown failure shows its code', async () => {
    drawForm(() => Promise.reject(Object.assign(new Error('x'), { code: 'auth/never-seen' })));
    await fillIn('a', 'b');
    expect(screen.getByRole('alert').textContent).toContain('auth/never-seen');
  });

  it('the form is sent only once while an answer is pending', async () => {
    const signIn = vi.fn(() => new Promise<void>(() => {}));
    drawForm(signIn);
    await fillIn('a', 'b');
    await userEvent.click(screen.getByRole('button', { name: 'Logging in…' }));
    expect(signIn).toHaveBeenCalledOnce();
  });

  it('the password can be shown and hidden', async () => {
    drawForm(async () => {});
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  });
});
