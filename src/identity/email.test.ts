import { describe, expect, it } from 'vitest';
import { EMAIL_LENGTH_MAX, isEmail, normalEmail } from './email.ts';

describe('an email', () => {
  it.each([
    [' Ann@Example.COM ', 'ann@example.com'],
    // One letter typed as two code points and as one is one account.
    ['ande\u0301@example.com', 'and\u00e9@example.com'],
    // Letters and an at sign of full width, as an Asian keyboard types them.
    ['\uff41nn\uff20example.com\u3000', 'ann@example.com'],
  ])('%j is normalised', (typed, spelling) => {
    expect(normalEmail(typed)).toBe(spelling);
  });

  it.each(['a@b', 'owner@botyard.local', 'имя@пример.рф', 'first+tag@sub.example.com'])(
    '%s can name an account',
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );

  it.each([
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@b@c',
    'an n@example.com',
    'ann@exa\u0000mple.com',
    'ann@example.com\n',
  ])('%j is not a valid account name', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  it('has a maximum length', () => {
    const long = (length: number): string => `${'a'.repeat(length - 4)}@b.c`;
    expect(isEmail(long(EMAIL_LENGTH_MAX))).toBe(true);
    expect(isEmail(long(EMAIL_LENGTH_MAX + 1))).toBe(false);
  });
});
