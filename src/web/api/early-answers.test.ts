import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getPortfolioList } from '#contract/portfolio.ts';
import { api } from './api.ts';
import { forgetEarly, sendEarly } from './early-answers.ts';

const ADDRESS = '/api/get-portfolio-list';

let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(`${address} ${new Headers(init.headers).get('authorization')}`);
    return Response.json({ items: [] });
  });
});

afterEach(() => {
  forgetEarly();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = () => api(getPortfolioList, {});

it('the first who asks for what was requested early gets that answer, the next one a new one', async () => {
  sendEarly([ADDRESS], 'stored');
  expect(await ask()).toEqual({ items: [] });
  expect(asked).toEqual([`${ADDRESS} Bearer stored`]);
  await ask();
  expect(asked).toHaveLength(2);
});

it('an early answer is not used after ten seconds', async () => {
  sendEarly([ADDRESS], 'stored');
  await vi.advanceTimersByTimeAsync(10_000);
  await ask();
  expect(asked).toHaveLength(2);
});

it('an early answer to one user is not given to the next', async () => {
  sendEarly([ADDRESS], 'of the first user');
  forgetEarly();
  await ask();
  expect(asked).toHaveLength(2);
  expect(asked[1]).not.toContain('first user');
});
