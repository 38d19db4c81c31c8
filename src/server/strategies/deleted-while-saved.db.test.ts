import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, newName, newStrategy, startWorld, type World } from '../../../tests/support/api-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

const ROUNDS = 20;

describe('a strategy that is deleted while versions of it are saved', () => {
  it('stays deleted, and a save that comes too late is told that it is gone', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { server } = world;
      const { strategy_id: id, params } = await newStrategy(server);
      const save = () => {
        const body = { strategy_id: id, name: newName(), symbol: 'ETHUSDT', params };
        return server.send('POST', '/api/dca-bot/save-strategy', { as: ANN, body });
      };
      const remove = () => server.send('POST', `/api/dca-bot/delete-strategy/${id}`, { as: ANN, body: {} });
      const [removed, ...saved] = await Promise.all([remove(), save(), save()]);
      expect(removed.status).toBe(200);
      for (const { status, body } of saved) expect([200, 404], JSON.stringify(body)).toContain(status);
      const { status } = await server.send('GET', `/api/dca-bot/get-strategy?id=${id}`, { as: ANN });
      expect(status).toBe(404);
    }
  });
});
