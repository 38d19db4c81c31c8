import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANN, BOB, startWorld, type World } from '../../../tests/support/api-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

interface AtomRow {
  readonly current_cycle_id: string | null;
}

it('a cycle that the engine has opened and not stored yet has no orders and no fills, for its owner alone', async () => {
  const { body } = await world.server.send('GET', '/api/dca-bot/get-bots', { as: ANN });
  const atoms: readonly AtomRow[] = body.items.flatMap((bot: { atoms: readonly AtomRow[] }) => bot.atoms);
  const cycleId = atoms.map((atom) => atom.current_cycle_id).find((id) => id !== null) ?? '';
  expect(cycleId).not.toBe('');
  const owner = new Client(world.server.ownerUrl);
  await owner.connect();
  for (const table of ['trades', 'orders', 'cycles']) {
    await owner.query(`delete from ${table} where cycle_id = $1`, [cycleId]);
  }
  await owner.end();
  for (const call of ['get-orders', 'get-trades']) {
    const ask = (id: string, as: typeof ANN | typeof BOB) =>
      world.server.send('GET', `/api/dca-bot/${call}?cycle_id=${id}`, { as });
    expect(await ask(cycleId, ANN)).toMatchObject({ status: 200, body: { items: [] } });
    expect(await ask(`${cycleId}9`, ANN)).toMatchObject({ status: 404, body: { code: 'CYCLE_NOT_FOUND' } });
    expect(await ask(cycleId, BOB)).toMatchObject({ status: 404, body: { code: 'CYCLE_NOT_FOUND' } });
  }
});
