import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowserWith } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { openVisitor, signIn } from '../support/visitor.ts';
import { HOST_NAME, type RunningProxy, startProxy } from './running-proxy.ts';

const FOREIGN_NAME = 'evil.example.org';
const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';
const ATTEMPTS = 5;
/** Of this machine, as all traffic here; the browser of the owner comes from 127.0.0.1. */
const STRANGER = '127.0.0.2';
const OWNER = '127.0.0.1';
/** What a page of another site sends, and what its browser says of the answer of the program. */
const ANSWERED = 'net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin';
const NOT_ALLOWED = 'net::ERR_FAILED'; // Of a type that the browser asks for first.
const POSTS = [
  ['text/plain', ANSWERED],
  ['application/x-www-form-urlencoded', ANSWERED],
  ['application/json', NOT_ALLOWED],
] as const;

let browser: Browser;
let foreign: Server;

beforeAll(async () => {
  const names = [HOST_NAME, FOREIGN_NAME].map((name) => `MAP ${name} 127.0.0.1`).join(', ');
  browser = await launchBrowserWith([`--host-resolver-rules=${names}`]);
  foreign = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another site</title>');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await browser.close();
  foreign.close();
});

describe.each(['nginx', 'Caddy'] as const)('behind %s, set up as the how-to says, the program', (kind) => {
  let program: RunningProgram;
  let proxy: RunningProxy | undefined;
  let port: number;
  let origin: string;

  beforeAll(async () => {
    port = await freePort();
    origin = `https://${HOST_NAME}:${port}`;
    program = await startProgram({ TRUSTED_PROXIES: '127.0.0.1,::1', PUBLIC_ORIGINS: origin });
    proxy = await startProxy(kind, { port, program: new URL(program.address).host });
  });

  afterAll(async () => {
    await proxy?.stop(); // It may not have started.
    await program.stop();
  });

  const window = () => openVisitor(browser, { address: origin }, { ignoreHTTPSErrors: true });

  /** Enters the right password in a window that knows nothing yet. @returns what the window complained of */
  async function enter(): Promise<readonly string[]> {
    const { page, context, complaints } = await window();
    await signIn(page, program);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.close();
    return complaints;
  }

  it('shows its pages, lets its owner in and keeps the live channel', async () => {
    const { page, context, complaints } = await window();
    const heard = page.waitForEvent('websocket').then(async (socket) => {
      await socket.waitForEvent('framereceived');
      return socket.url();
    });
    await signIn(page, program);
    expect(await heard).toMatch(`wss://${HOST_NAME}:${port}/`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('lets its owner in after thirty wrong passwords of a stranger who claims the address of the owner', async () => {
    const guesses = Array.from({ length: 30 }, (_, index) => guess(`guess ${index}`));
    const answers = await Promise.all(guesses);
    const counted = (message: string): number => answers.filter((answer) => answer.includes(message)).length;
    expect(counted('INVALID_LOGIN_CREDENTIALS')).toBe(ATTEMPTS);
    expect(counted('TOO_MANY_ATTEMPTS_TRY_LATER')).toBe(answers.length - ATTEMPTS);
    expect(await enter()).toEqual([]);
  });

  it.each(POSTS)(
    'lets its owner in after ten posts of %s from a page of another site in the same browser',
    async (type, outcome) => {
      const { page, context } = await window();
      await page.goto(`http://${FOREIGN_NAME}:${(foreign.address() as AddressInfo).port}/`);
      expect(await post(page, type)).toEqual(Array(2 * ATTEMPTS).fill(outcome));
      await context.close();
      expect(await enter()).toEqual([]);
    },
  );

  it('names the addresses of both in the audit trail', async () => {
    const shown = await program.command('audit', 'show');
    expect(shown).toContain(`signed-in  ${program.owner.email}  ${OWNER}\n`);
    expect(shown).toContain(`sign-in-failed  ${program.owner.email}  ${STRANGER}  {"wrong":`);
  });

  /** @returns the body of the answer */
  function guess(password: string): Promise<string> {
    const body = JSON.stringify({ email: program.owner.email, password, returnSecureToken: true });
    const headers = { host: `${HOST_NAME}:${port}`, 'content-type': 'application/json', 'x-forwarded-for': OWNER };
    const to = { host: '127.0.0.1', port, path: SIGN_IN, servername: HOST_NAME, ca: proxy?.certificate };
    return new Promise((resolve, reject) => {
      const sent = request({ ...to, method: 'POST', localAddress: STRANGER, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }

  /** @returns what the browser says of each of ten posts */
  async function post(page: Page, type: string): Promise<readonly string[]> {
    const told: string[] = [];
    page.on('requestfailed', (request: Request) => told.push(request.failure()?.errorText ?? ''));
    const guesses = {
      address: `${origin}${SIGN_IN}`,
      body: JSON.stringify({ email: program.owner.email, password: 'a guess', returnSecureToken: true }),
      type,
      count: 2 * ATTEMPTS,
    };
    await page.evaluate(async ({ address, body, type: contentType, count }) => {
      const mode = contentType === 'application/json' ? 'cors' : 'no-cors';
      const options = { method: 'POST', mode, headers: { 'content-type': contentType }, body } as const;
      for (let sent = 0; sent < count; sent += 1) await fetch(address, options).catch(() => null);
    }, guesses);
    return told;
  }
});
