import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestIdentity, type TestIdentity } from '../../../tests/support/identity.ts';
import { expectInOnePass } from '../../../tests/support/in-one-pass.ts';
import { WORST_JSON, worstSyntax, worstTexts } from '../../../tests/support/worst-texts.ts';

const TOOLKIT = '/identitytoolkit.googleapis.com/v1';
const TOKENS = '/securetoken.googleapis.com/v1/token';
/** As much as a body may bring; a text may take twice its length in JSON and three times in a form. */
const LENGTH = 16_000;
const TEXTS = [...worstTexts(LENGTH / 6), ...worstSyntax(LENGTH / 6)].map((text) => text.toWellFormed());
const BODIES: readonly Parameters<typeof expectInOnePass>[0][] = [
  ...worstSyntax(LENGTH),
  ...[
    ...WORST_JSON,
    (length: number) => `{"email":"${'a'.repeat(length - 20)}"}`,
    (length: number) => `{"password":"${'a'.repeat(length - 20)}"}`,
  ].map((textOf) => ({ textOf, length: LENGTH })),
];

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.close());

async function post(path: string, type: string, body: string): Promise<number> {
  const headers = { 'content-type': type };
  const response = await fetch(`${identity.origin}${path}?key=embedded`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

const postJson = (path: string, body: string) => post(path, 'application/json', body);
const postForm = (body: string) => post(TOKENS, 'application/x-www-form-urlencoded', body);

async function expectRefused(texts: typeof BODIES, read: (text: string) => Promise<number>): Promise<void> {
  for (const text of texts) {
    await expectInOnePass(text, async (part) => expect(await read(part), part.slice(0, 20)).toBe(400));
  }
}

describe('the longest body that the sign-in takes is refused in one pass', () => {
  it.each(['signInWithPassword', 'lookup', 'update'])('as JSON of accounts:%s', async (call) => {
    await expectRefused(BODIES, (body) => postJson(`${TOOLKIT}/accounts:${call}`, body));
  });

  it('as the form that exchanges a refresh token', async () => {
    await expectRefused(BODIES, postForm);
    await expectRefused(BODIES, (body) => postJson(TOKENS, body));
  });

  it('as an email, a password without an email, an ID token and a refresh token', async () => {
    await expectRefused(TEXTS, (email) =>
      postJson(`${TOOLKIT}/accounts:signInWithPassword`, JSON.stringify({ email })),
    );
    await expectRefused(TEXTS, (text) =>
      postJson(`${TOOLKIT}/accounts:signInWithPassword`, JSON.stringify({ email: 'nobody', password: text })),
    );
    await expectRefused(TEXTS, (idToken) => postJson(`${TOOLKIT}/accounts:lookup`, JSON.stringify({ idToken })));
    await expectRefused(TEXTS, (token) =>
      postForm(new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }).toString()),
    );
  });
});
