import { describe, expect, it } from 'vitest';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { ETH, marketOf, START } from '../../tests/support/market.ts';
import { EMPTY } from '../../tests/support/small-account.ts';
import { accountRegister } from './account-register.ts';
import { type PaperAccount, paperAccount } from './paper-account.ts';

function paperOf(portfolioId: string, isLagging: boolean, ownerId = 'ann'): PaperAccount {
  const account = simulateAccount(EMPTY, marketOf([ETH]));
  const rest = { tradeSeq: 1, limit: null, realized: new Map(), names: new Map() };
  return paperAccount({ ownerId, portfolioId, account, minute: START, isLagging, ...rest });
}

/** Whether the promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const waiting = Symbol('waiting');
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, waiting))])) !== waiting;
}

describe('waiting for an account', () => {
  it('ends at once when the account is up to date', async () => {
    const register = accountRegister();
    const paper = paperOf('p', false);
    register.add(paper);
    expect(await register.joined('p')).toBe(paper);
    expect(await register.joined('unknown')).toBeNull();
  });

  it('lasts until the account has caught up', async () => {
    const register = accountRegister();
    const paper = paperOf('p', true);
    register.add(paper);
    const [first, second] = [register.joined('p'), register.joined('p')];
    expect(await isSettled(first)).toBe(false);
    paper.isLagging = false;
    register.caughtUp(paper);
    expect(await Promise.all([first, second])).toEqual([paper, paper]);
  });

  it('ends with null when the account is removed meanwhile', async () => {
    const register = accountRegister();
    register.add(paperOf('p', true));
    const wanted = register.joined('p');
    register.remove('p');
    expect(await wanted).toBeNull();
    expect(register.accounts.size).toBe(0);
  });
});

it('a user is behind the market while any of their accounts is, whatever those of others do', () => {
  const register = accountRegister();
  const late = [paperOf('demo 1', true), paperOf('demo 2', true)];
  for (const paper of [...late, paperOf('own', false), paperOf('other', false, 'bob')]) register.add(paper);
  expect(register.behindOwners()).toEqual(['ann']);
  for (const paper of late) paper.isLagging = false;
  expect(register.behindOwners()).toEqual([]);
});
