import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { isPasswordAllowed, randomPassword } from './password-policy.ts';

describe('the password policy', () => {
  it.each([
    ['seven77', false],
    ['eight888', true],
    ['correct horse battery staple', true],
    ['x'.repeat(64), true],
    ['x'.repeat(256), true],
    ['x'.repeat(257), false],
    ['password1', false],
    ['PassWord1', false],
    ['12345678', false],
    ['ПАРОЛЬ123', false],
    ['🔑🔑🔑🔑', false],
    ['🔑🔑🔑🔑🔑🔑🔑🔑', true],
    ['', false],
    ['        ', false],
    ['\u00a0\t  \u2003\n   ', false],
    ['  password1  ', false],
    ['ann@example.org', false],
    // The same with letters of full width, and seven letters of which three have a separate accent.
    ['\uff41nn@example.org', false],
    ['\uff50assword1', false],
    ['e\u0301e\u0301e\u0301four', false],
    [' Ann@Example.ORG ', false],
    ['ann@example.org, once more', true],
  ])('judges %j as %s', (password, isAllowed) => {
    expect(isPasswordAllowed(password, 'ann@example.org')).toBe(isAllowed);
  });

  it('lists only lower-case passwords that the length rule would accept', () => {
    expect(commonPasswords.size).toBeGreaterThan(300);
    for (const password of commonPasswords) {
      expect(password).toBe(password.toLowerCase());
      expect(password.length, password).toBeGreaterThanOrEqual(8);
    }
  });

  it('generates distinct random passwords that it accepts, with 100 bits', () => {
    const passwords = Array.from({ length: 200 }, randomPassword);
    expect(new Set(passwords).size).toBe(200);
    for (const password of passwords) {
      expect(password).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/);
      expect(isPasswordAllowed(password, 'ann@example.org')).toBe(true);
    }
  });
});

describe('the password hash', () => {
  it('is Argon2id with at least the memory and passes that OWASP asks for, salted', async () => {
    const hasher = await createPasswordHasher();
    const [first, second] = [await hasher.hash('correct horse'), await hasher.hash('correct horse')];
    const [, memory = '', passes = ''] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(first) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(second).not.toBe(first);
    expect(await hasher.isMatch(first, 'correct horse')).toBe(true);
    expect(await hasher.isMatch(first, 'Correct horse')).toBe(false);
    expect(await hasher.isMatch(null, 'correct horse')).toBe(false);
  });

  it('matches a password however a keyboard composes its letters, and the one it was made of before that', async () => {
    const hasher = await createPasswordHasher();
    const [composed, separate, wide] = ['se\u00f1or caf\u00e9', 'sen\u0303or cafe\u0301', '\uff53e\u00f1or caf\u00e9'];
    const made = await hasher.hash(separate);
    const matches = [composed, separate, wide].map((typed) => hasher.isMatch(made, typed));
    expect(await Promise.all(matches)).toEqual([true, true, true]);
    const madeBefore = await hash(separate);
    expect(await hasher.isMatch(madeBefore, separate)).toBe(true);
    expect(await hasher.isMatch(madeBefore, 'senor cafe')).toBe(false);
    expect(await hasher.isMatch(null, separate)).toBe(false);
  });
});
