import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LadderParams, ladderParams } from '#engine/model/ladder-params.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { START } from '../../../tests/support/market.ts';
import {
  findPortfolio,
  findPortfolioByName,
  insertPortfolio,
  listPortfolios,
  type NewPortfolio,
  updatePortfolio,
} from '../portfolios.ts';
import {
  deleteUnusedStrategy,
  findStrategy,
  listStrategies,
  saveStrategyVersion,
  strategyNameIsTaken,
} from '../strategies.ts';
import { asUser, type Database, openDatabase, type Tx } from './database.ts';

const OTHER_KIND = 'custom-bot' as const;
const KIND = 'dca-bot' as const;

let urls: TestDatabase;
let requests: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  requests = openDatabase({ url: urls.appUrl, poolMax: 2, applicationName: 'test' });
});

afterAll(async () => {
  await requests.close();
  await urls.close();
});

const as = <T>(ownerId: string, work: (tx: Tx) => Promise<T>): Promise<T> => asUser(requests, ownerId, work);
const paramsOf = (stepPercent: string): LadderParams => ladderParams.parse({ baseOrderSize: '100', stepPercent });

function save(
  ownerId: string,
  strategyId: string,
  change: { name?: string; version?: number; kind?: typeof KIND } = {},
) {
  const version = change.version ?? 1;
  const createdAt = new Date(START);
  const updatedAt = new Date(START + version);
  const texts = { kind: KIND, name: strategyId, comment: '', symbol: 'ETHUSDT', ...change };
  const row = { strategyId, ownerId, ...texts, version, createdAt, updatedAt };
  return as(ownerId, (tx) => saveStrategyVersion(tx, row, paramsOf(`${version}`)));
}

describe('a strategy', () => {
  it('a strategy keeps every saved version, newest first, and shows the newest', async () => {
    await save('ann', 'grid');
    await save('ann', 'grid', { name: 'Grid of ETH', version: 2 });
    await save('ann', 'grid', { name: 'Grid of ETH', version: 3 });
    const found = await as('ann', (tx) => findStrategy(tx, 'ann', 'grid'));
    expect(found?.strategy).toMatchObject({ name: 'Grid of ETH', version: 3, updatedAt: new Date(START + 3) });
    expect(found?.strategy.createdAt).toEqual(new Date(START));
    expect(found?.versions.map(({ version, params }) => [version, params.stepPercent])).toEqual([
      [3, '3'],
      [2, '2'],
      [1, '1'],
    ]);
  });

  it('a strategy stores a version number only once', async () => {
    await save('ann', 'once');
    await expect(save('ann', 'once')).rejects.toThrow(/duplicate key/);
  });

  it('a strategy cannot be read, overwritten or deleted by another owner', async () => {
    await save('ann', 'private');
    expect(await as('bob', (tx) => findStrategy(tx, 'bob', 'private'))).toBeUndefined();
    expect(await as('bob', (tx) => findStrategy(tx, 'ann', 'private'))).toBeUndefined();
    await expect(save('bob', 'private', { name: 'mine', version: 2 })).rejects.toThrow('no result');
    await save('ann', 'private', { version: 2 });
    await as('bob', (tx) => deleteUnusedStrategy(tx, 'ann', 'private'));
    const found = await as('ann', (tx) => findStrategy(tx, 'ann', 'private'));
    expect(found?.strategy).toMatchObject({ name: 'private', version: 2 });
    expect(found?.versions).toHaveLength(2);
  });

  it('the name of a strategy is unique per owner and kind, and a strategy may keep its own', async () => {
    await save('cleo', 'one', { name: 'Momentum' });
    const taken = (ownerId: string, kind: typeof KIND | typeof OTHER_KIND, except: string | null) =>
      as(ownerId, (tx) => strategyNameIsTaken(tx, ownerId, { kind, name: 'Momentum', except }));
    expect(await taken('cleo', KIND, null)).toBe(true);
    expect(await taken('cleo', KIND, 'one')).toBe(false);
    expect(await taken('cleo', KIND, 'two')).toBe(true);
    expect(await taken('cleo', OTHER_KIND, null)).toBe(false);
    expect(await taken('bob', KIND, null)).toBe(false);
  });

  it('a strategy is deleted with all its versions, and its name becomes free', async () => {
    await save('dora', 'gone', { name: 'Gone' });
    await save('dora', 'gone', { name: 'Gone', version: 2 });
    await as('dora', (tx) => deleteUnusedStrategy(tx, 'dora', 'gone'));
    expect(await as('dora', (tx) => listStrategies(tx, 'dora', KIND))).toEqual([]);
    await save('dora', 'gone', { name: 'Gone' });
    expect(await as('dora', (tx) => findStrategy(tx, 'dora', 'gone'))).toMatchObject({ versions: [{ version: 1 }] });
  });

  it('strategies of a kind are listed by name', async () => {
    for (const name of ['b', 'C', 'a']) await save('emil', `id-of-${name}`, { name });
    const listed = await as('emil', (tx) => listStrategies(tx, 'emil', KIND));
    expect(new Set(listed.map(({ strategy }) => strategy.name))).toEqual(new Set(['a', 'b', 'C']));
    const names = listed.map(({ strategy }) => strategy.name).filter((name) => name !== 'C');
    expect(names).toEqual(['a', 'b']);
    expect(await as('emil', (tx) => listStrategies(tx, 'emil', OTHER_KIND))).toEqual([]);
  });
});

function portfolioOf(ownerId: string, portfolioId: string, change: Partial<NewPortfolio> = {}): NewPortfolio {
  const money = { walletStart: '10000', wallet: '10000', limitUsdt: null };
  const rest = { kind: KIND, execution: null, comment: '', isDemo: false, minuteAt: null, createdAt: new Date(START) };
  return { ownerId, portfolioId, name: portfolioId, ...money, ...rest, ...change };
}

const insert = (row: NewPortfolio): Promise<boolean> => as(row.ownerId, (tx) => insertPortfolio(tx, row));

describe('a portfolio', () => {
  it('portfolios are listed oldest first, of one kind or of all', async () => {
    await insert(portfolioOf('ann', 'late', { createdAt: new Date(START + 2) }));
    await insert(portfolioOf('ann', 'early'));
    await insert(portfolioOf('ann', 'other', { kind: OTHER_KIND, createdAt: new Date(START + 1) }));
    const idsOf = async (kind: typeof KIND | null) =>
      (await as('ann', (tx) => listPortfolios(tx, 'ann', kind))).map(({ portfolioId }) => portfolioId);
    expect(await idsOf(null)).toEqual(['early', 'other', 'late']);
    expect(await idsOf(KIND)).toEqual(['early', 'late']);
  });

  it('portfolios made in the same moment are listed by name, whatever their ids', async () => {
    for (const [id, name] of Object.entries({ z: 'Alpha', m: 'Beta', a: 'Gamma' })) {
      await insert(portfolioOf('gus', `gus-${id}`, { name }));
    }
    const listed = await as('gus', (tx) => listPortfolios(tx, 'gus', null));
    expect(listed.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma']);
  });

  it('the name of a portfolio is unique per owner over all kinds', async () => {
    expect(await insert(portfolioOf('bob', 'b1', { name: 'Paper' }))).toBe(true);
    expect(await insert(portfolioOf('bob', 'b2', { name: 'Paper', kind: OTHER_KIND }))).toBe(false);
    expect(await insert(portfolioOf('cleo', 'c1', { name: 'Paper' }))).toBe(true);
    expect(await as('cleo', (tx) => findPortfolioByName(tx, 'cleo', 'Paper'))).toMatchObject({ portfolioId: 'c1' });
    expect(await as('cleo', (tx) => findPortfolioByName(tx, 'cleo', 'paper'))).toBeUndefined();
  });

  it('an owner may change the comment of a portfolio and nothing else', async () => {
    await insert(portfolioOf('dora', 'd1'));
    const key = { ownerId: 'dora', portfolioId: 'd1' };
    await as('dora', (tx) => updatePortfolio(tx, key, { comment: 'mine' }));
    await as('dora', (tx) => updatePortfolio(tx, key, {}));
    const set = { comment: 'mine', limitUsdt: null, wallet: '10000' };
    expect(await as('dora', (tx) => findPortfolio(tx, 'dora', 'd1'))).toMatchObject(set);
  });

  it('only the engine can set the balance of a portfolio', async () => {
    await insert(portfolioOf('emil', 'e1'));
    const set = as('emil', (tx) => tx.updateTable('portfolios').set({ wallet: '1000000' }).execute());
    await expect(set).rejects.toThrow(/permission denied/);
  });

  it('a portfolio cannot be read or changed by another owner', async () => {
    await insert(portfolioOf('finn', 'f1'));
    const key = { ownerId: 'finn', portfolioId: 'f1' };
    await as('bob', (tx) => updatePortfolio(tx, key, { comment: 'taken' }));
    expect(await as('bob', (tx) => findPortfolio(tx, 'finn', 'f1'))).toBeUndefined();
    expect(await as('finn', (tx) => findPortfolio(tx, 'finn', 'f1'))).toMatchObject({ comment: '' });
    const gone = as('finn', (tx) => tx.deleteFrom('portfolios').execute());
    await expect(gone).rejects.toThrow(/permission denied/); // The engine alone knows that it has no bots.
  });
});
