import { assert } from '#base/assert.ts';
import type { Chance } from '#base/prng.ts';
import { calls } from '#contract/calls.ts';
import { fromWire } from '#server/http/wire.ts';
import { type Account, ask } from './account.ts';
import { PAGE_CALLS, type PageCall } from './page-calls.ts';
import { PAGE_REQUESTS } from './page-requests.ts';

/** A list may well be empty: that of a portfolio in which nothing happened. Not all of those that are picked may be. */
const TRIES = 10;

/**
 * Asks for every read of the mix as this user: a load of refusals and of empty lists would be fast.
 * @throws AssertionError when an answer is not what the contract promises, or has nothing in it
 */
export async function checkCalls(address: string, account: Account, random: Chance): Promise<void> {
  for (const name of Object.keys(PAGE_CALLS) as PageCall[]) {
    const known = calls.find((call) => call.name === name);
    assert(known?.method === 'GET', `${name} is a read of the API`);
    let isFull = false;
    for (let tried = 0; tried < TRIES && !isFull; tried += 1) {
      const path = PAGE_REQUESTS[name](account, random);
      const reply = fromWire(await ask(address, account, { path }));
      assert(reply.ok && known.reply.safeParse(reply.value).success, `${path} is answered as the contract says`);
      isFull = hasContent(reply.value);
    }
    assert(isFull, `${name} is answered with more than an empty list`);
  }
}

function hasContent(reply: unknown): boolean {
  const items = typeof reply === 'object' && reply !== null && 'items' in reply ? reply.items : null;
  return !Array.isArray(items) || items.length > 0;
}
