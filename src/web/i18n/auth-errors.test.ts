import { describe, expect, it } from 'vitest';
import { authErrors as english } from './en/first/auth-errors.ts';
import { authErrors as russian } from './ru/first/auth-errors.ts';

/** The codes that the specification names, and those that the form itself can cause. */
const named = [
  'user-disabled',
  'user-token-expired',
  'network-request-failed',
  'password-does-not-meet-requirements',
  'missing-recaptcha-token',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'unauthorized-domain',
  'web-storage-unsupported',
  'invalid-api-key',
  'internal-error',
  'invalid-credential',
  'invalid-email',
  'missing-password',
  'weak-password',
  'too-many-requests',
  'requires-recent-login',
  'timeout',
  'user-cancelled',
  'overloaded',
  'database-unavailable',
  'disk-full',
];

describe('sentences for failed logins', () => {
  it.each(named)('auth/%s has a sentence in every language', (code) => {
    for (const sentences of [english, russian]) {
      expect(Object.entries(sentences).find(([key]) => key === `auth/${code}`)?.[1]).toMatch(/\S{2,} .*\.$/);
    }
  });

  it('no two codes of a failed login share a sentence', () => {
    for (const sentences of [english, russian]) {
      const all = Object.values(sentences);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('every sentence for a failed login is translated', () => {
    expect(Object.keys(russian).sort()).toEqual(Object.keys(english).sort());
    for (const sentence of Object.values(russian)) expect(sentence).toMatch(/[а-яё]{3}/i);
  });

  it('an unknown code of a failed login is part of the sentence', () => {
    expect(english['auth/unknown']).toContain('{code}');
    expect(russian['auth/unknown']).toContain('{code}');
  });
});
