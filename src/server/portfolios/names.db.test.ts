import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, newName, newPortfolio, startWorld, type World } from '../../../tests/support/api-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

const post = (path: string, body: Record<string, unknown> = {}) => world.server.send('POST', path, { as: ANN, body });
const rename = (id: string, name: string) => post('/api/rename-portfolio', { portfolio_id: id, name });
const create = (name: string) => post('/api/dca-bot/create-portfolio', { name });
const newId = async (): Promise<string> => (await newPortfolio(world.server)).portfolio_id;
const ROUNDS = 20;

/** How often each status and code was answered, in the order of their names. */
function tally(answers: readonly { readonly status: number; readonly body: { readonly code?: string } }[]) {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = `${status} ${body.code ?? ''}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('a name that several requests want for a portfolio at once', () => {
  it('goes to one of the portfolios that are renamed to it, and the others hear that it is taken', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = newName();
      const ids = await Promise.all(Array.from({ length: 4 }, newId));
      const answers = await Promise.all(ids.map((id) => rename(id, name)));
      expect(tally(answers)).toEqual({ '200': 1, '409 NAME_TAKEN': 3 });
      for (const id of ids) await post(`/api/delete-portfolio/${id}`);
    }
  });

  it('goes either to a portfolio that is created with it or to one that is renamed to it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = newName();
      const ids = await Promise.all(Array.from({ length: 2 }, newId));
      const asked = ids.flatMap((id) => [rename(id, name), create(name)]);
      expect(tally(await Promise.all(asked))).toEqual({ '200': 1, '409 NAME_TAKEN': 3 });
      const { body } = await world.server.send('GET', `/api/get-portfolio-id-by-name?name=${name}`, { as: ANN });
      for (const id of new Set([...ids, body.id])) await post(`/api/delete-portfolio/${id}`);
    }
  });
});

describe('a portfolio that is deleted while it is renamed', () => {
  it('is gone, and each rename either succeeds before that or is told that there is no such portfolio', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await newId();
      const asked = [rename(id, newName()), post(`/api/delete-portfolio/${id}`), rename(id, newName())];
      const answers = await Promise.all(asked);
      expect(answers[1]?.status).toBe(200);
      expect(Object.keys(tally(answers)).filter((each) => !['200', '404 PORTFOLIO_NOT_FOUND'].includes(each))).toEqual(
        [],
      );
      expect((await rename(id, newName())).status).toBe(404);
    }
  });
});

it('a portfolio is found by its name however a keyboard writes the letters, and the name is taken in each spelling', async () => {
  const name = newName();
  const wide = `\uff22\uff34\uff23 ${name}`;
  const { body } = await create(wide);
  expect(body).toMatchObject({ name: `BTC ${name}` });
  for (const typed of [wide, `BTC ${name}`]) {
    const found = await world.server.send('GET', `/api/get-portfolio-id-by-name?name=${encodeURIComponent(typed)}`, {
      as: ANN,
    });
    expect(found.body).toEqual({ id: body.portfolio_id });
  }
  expect(tally([await create(`BTC ${name}`), await create(wide)])).toEqual({ '409 NAME_TAKEN': 2 });
  await post(`/api/delete-portfolio/${body.portfolio_id}`);
});
