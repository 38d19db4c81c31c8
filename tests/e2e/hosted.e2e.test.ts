import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getExchangeKeys } from '#contract/exchange-key.ts';
import { launchBrowser, leaveBrowser } from '../support/browser.ts';
import { startHeld } from '../support/held-market.ts';
import { type HostedAccount, type HostedStandIn, startHostedStandIn } from '../support/hosted-stand-in.ts';
import type { RunningProgram } from '../support/program.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

const PASSWORD = 'correct horse battery';

let service: HostedStandIn;
let program: RunningProgram;
let browser: Browser;
let visitor: Visitor;
let account: HostedAccount;

beforeAll(async () => {
  service = await startHostedStandIn();
  account = service.addAccount({ uid: 'uid-of-ann', email: 'ann@example.org', password: PASSWORD });
  service.setDocument('keys/readApiKeys', {
    apiKey: { stringValue: 'api-key-in-firestore' },
    secret: { stringValue: 'secret-in-firestore' },
  });
  [{ program }, browser] = await Promise.all([
    startHeld({
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: service.projectId,
      FIREBASE_API_KEY: service.apiKey,
      FIREBASE_ORIGIN: service.origin,
    }),
    launchBrowser(),
  ]);
  visitor = await openVisitor(browser, program);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await program.stop();
  await service.close();
});

async function signIn(password: string): Promise<void> {
  const { page } = visitor;
  await page.getByPlaceholder('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

describe('accounts at a hosted sign-in service', () => {
  it('the login page signs in at the hosted service, the only other origin its policy allows', async () => {
    const { page } = visitor;
    const response = await page.goto('/account');
    await page.waitForURL((url) => url.pathname === '/login');
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain(`connect-src 'self' ${service.origin};`);
    await signIn('wrong');
    await page.getByText('Email or password is wrong.').waitFor();
    visitor.forget();
    await signIn(PASSWORD);
    await page.waitForURL((url) => url.pathname === '/account');
    await page.getByText('ann@example.org').first().waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('the key document is read from the hosted service at login', async () => {
    await expect
      .poll(async () => (await visitor.ask(getExchangeKeys, {})).items[0]?.reading.state)
      .toMatch(/^(?:read|refused)$/); // The exchange may know the key or not.
    expect(service.asked.documents).toBe(1);
  });

  it('the embedded sign-in service is not mounted', async () => {
    const answer = await fetch(`${program.address}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(404);
  });

  it('an account disabled at the hosted service lands on the login page at its next visit', async () => {
    account.isDisabled = true;
    await visitor.page.reload();
    await visitor.page.waitForURL((url) => url.pathname === '/login');
  });
});
