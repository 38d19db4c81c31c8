import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getPortfolioList } from '#contract/portfolio.ts';
import { getFutures } from '#contract/screener/get-futures.ts';
import { getDemo } from '#contract/system.ts';
import { api } from './api.ts';
import { askEarly, forgetEarly, haveAnswersCome, sendEarly } from './early-answers.ts';

const ADDRESSES = ['/api/get-portfolio-list', '/api/demo'];
const DEMO = { state: 'absent', progress_percent: 0, portfolios: 0, bots: 0, failure: null };

let asked: string[];
/** What the one early request is answered. */
let together: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  together = async () => Response.json({ answers: [{ items: [], deleted: [] }, DEMO] });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(`${address} ${new Headers(init.headers).get('authorization')}`);
    return address.startsWith('/api/together') ? await together() : Response.json({ items: [], deleted: [] });
  });
});

afterEach(() => {
  forgetEarly();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = () => api(getPortfolioList, {});

it('everything that a page needs first is one request, and each asker gets its part of the answer', async () => {
  sendEarly(ADDRESSES, 'stored');
  expect(await ask()).toEqual({ items: [], deleted: [] });
  expect(await api(getDemo, {})).toMatchObject({ state: 'absent', progressPercent: 0 });
  const query = 'address=%2Fapi%2Fget-portfolio-list&address=%2Fapi%2Fdemo';
  expect(asked).toEqual([`/api/together?${query} Bearer stored`]);
});

it('the first who asks for what was requested early gets that answer, the next one a new one', async () => {
  sendEarly(ADDRESSES, 'stored');
  await ask();
  await ask();
  expect(asked).toHaveLength(2);
});

it.each<[string, () => Promise<Response>]>([
  ['is refused as a whole', async () => Response.json({}, { status: 503 })],
  ['never comes', () => Promise.reject(new TypeError('the line broke'))],
  ['has nothing at this place', async () => Response.json({ answers: [null, DEMO] })],
])('an early answer that %s is asked for again by whoever needs it', async (_, answer) => {
  together = answer;
  sendEarly(ADDRESSES, 'stored');
  expect(await ask()).toEqual({ items: [], deleted: [] });
  expect(asked).toHaveLength(2);
});

it('a page that has all its early answers is told so', async () => {
  sendEarly(ADDRESSES, 'stored');
  expect(await haveAnswersCome(150)).toBe(true);
});

it.each<[string, () => Promise<Response>]>([
  ['one of them is refused', async () => Response.json({ answers: [null, DEMO] })],
  ['they come late', () => new Promise<Response>(() => {})],
])('a page does not wait for its early answers when %s', async (_, answer) => {
  together = answer;
  sendEarly(ADDRESSES, 'stored');
  const waited = haveAnswersCome(150);
  await vi.advanceTimersByTimeAsync(150);
  expect(await waited).toBe(false);
});

it('a page that was not opened by its address has no early answers to wait for', async () => {
  expect(await haveAnswersCome(150)).toBe(false);
});

it('an early answer is not used after ten seconds', async () => {
  sendEarly(ADDRESSES, 'stored');
  await vi.advanceTimersByTimeAsync(10_000);
  await ask();
  expect(asked).toHaveLength(2);
});

it('an early answer to one user is not given to the next', async () => {
  sendEarly(ADDRESSES, 'of the first user');
  forgetEarly();
  await ask();
  expect(asked).toHaveLength(2);
  expect(asked[1]).not.toContain('first user');
});

it('a question with a body that was asked early is asked once, and another one is not answered with it', async () => {
  const ask = (search: string) =>
    api(getFutures, { body: { filters: [], sort: [], search, limit: 10 } }).catch(() => null);
  askEarly({ address: '/api/get-futures', body: { filters: [], sort: [], search: '', limit: 10 } }, 'stored');
  await ask('BTC');
  expect(asked).toHaveLength(2);
  await ask('');
  expect(asked).toHaveLength(2);
});
