import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { objectToCamel, objectToSnake } from 'ts-case-convert';
import { expect } from 'vitest';
import type { Call, Reply } from '#contract/call.ts';
import { addressOf, type Sent } from '#web/api/api.ts';
import { WITHOUT_MOTION } from './browser.ts';
import type { RunningProgram } from './program.ts';

const PATIENCE_MS = 60_000;

/** A user at a browser: one window, its console and request errors, and the API with the same token. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and warnings, uncaught errors and failed requests, since the last `forget`. */
  readonly complaints: readonly string[];
  forget(): void;
  /** Calls the API directly, as the same user. */
  ask<const C extends Call>(call: C, sent: Sent<C>): Promise<Reply<C>>;
}

/** Opens a window that is not signed in yet. */
export async function openVisitor(
  browser: Browser,
  program: Pick<RunningProgram, 'address'>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'en-US',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    baseURL: program.address,
    ...WITHOUT_MOTION,
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  listen(context, complaints);
  const page = await context.newPage();
  let token = '';
  context.on('request', (request) => {
    token = request.headers()['authorization'] ?? token;
  });
  return {
    context,
    page,
    complaints,
    forget: () => complaints.splice(0),
    async ask(call, sent) {
      const parts = sent as Parameters<typeof addressOf>[1] & { body?: object }; // Checked by the signature.
      const response = await fetch(program.address + addressOf(call, parts), {
        method: call.method,
        headers: {
          authorization: token,
          ...(parts.body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
        },
        body: parts.body ? JSON.stringify(objectToSnake(parts.body)) : null,
      });
      if (!response.ok) throw new Error(`${call.name} was answered ${response.status}: ${await response.text()}`);
      return parsed(call, await response.json());
    },
  };
}

function listen(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts its pending requests.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason} ${request.url()}`);
  });
}

/** @returns reads the page's latest response to a call, in camelCase, from now on; null before the first one */
export function hearAnswers(page: Page): <const C extends Call>(call: C) => Reply<C> | null {
  const answers = new Map<string, object>();
  page.on('response', async (response) => {
    if (!response.url().includes('/api/') || !response.ok()) return;
    // The body of a response is gone once its page is; nobody waits for it.
    const body = await response.json().catch(() => null);
    if (body !== null) answers.set(`${response.request().method()} ${new URL(response.url()).pathname}`, body);
  });
  return (call) => {
    const body = answers.get(`${call.method} ${call.path.replace(':kind', 'dca-bot')}`);
    return body === undefined ? null : parsed(call, body);
  };
}

function parsed<const C extends Call>(call: C, body: object): Reply<C> {
  return call.reply.parse(objectToCamel(body)) as Reply<C>; // Parsed by the schema that the type comes from.
}

/** Signs the owner in on the login page. */
export async function signIn(page: Page, { owner }: Pick<RunningProgram, 'owner'>): Promise<void> {
  await page.goto('/login');
  await page.getByPlaceholder('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** The displayed value of a headline figure, by its caption. */
export function figure(page: Page, caption: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: caption }) })
    .locator('dd')
    .first();
}

/** Expects that one call was refused with this status and that the window has nothing else to complain of. */
export function expectRefusedOnce({ complaints }: Visitor, status: number): void {
  const own = complaints.filter((text) => text.startsWith(`${status} `) || text.includes(`status of ${status}`));
  expect(complaints.filter((text) => !own.includes(text))).toEqual([]);
  expect(own.filter((text) => text.startsWith(`${status} `))).toHaveLength(1);
}
