import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, newPortfolio } from '../../../tests/support/api-world.ts';
import { type FullDisk, openFullDisk } from '../../../tests/support/full-disk.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

let server: TestServer;
let full: FullDisk;
let isAnswering = true;
let disk: 'ok' | 'low' | 'full' = 'ok';

beforeAll(async () => {
  server = await startTestServer({ system: { isDatabaseAnswering: () => isAnswering, disk: () => disk } });
  full = await openFullDisk(server.ownerUrl);
});
afterAll(async () => {
  await full.makeRoom();
  await full.close();
  await server.close();
});

const health = async () => (await server.send('GET', '/api/health')).body;

describe('the health of the program', () => {
  it('names the database that does not answer, and the disk that is almost full', async () => {
    expect(await health()).toMatchObject({ status: 'ok', database: 'answering', disk: 'ok' });
    isAnswering = false;
    expect(await health()).toMatchObject({ status: 'degraded', database: 'unreachable' });
    isAnswering = true;
    disk = 'low';
    expect(await health()).toMatchObject({ status: 'ok', disk: 'low' });
    disk = 'ok';
  });

  it('says that the engine is paused by a full disk, and so does the status of a user', async () => {
    const { portfolio_id } = await newPortfolio(server);
    await full.fill();
    await expect.poll(health).toMatchObject({ status: 'degraded', engine: 'paused', disk: 'full' });
    const { body } = await server.send('GET', '/api/status', { as: ANN });
    expect(body).toMatchObject({ engine: 'paused', database: 'answering', disk: 'full' });
    const bot = { name: 'Late', portfolio_id, symbols: ['ETHUSDT'], params: { base_order_size: '100' } };
    const refused = await server.send('POST', '/api/dca-bot/create', { as: ANN, body: bot });
    expect([refused.status, refused.body.code]).toEqual([507, 'DISK_FULL']);
    await full.makeRoom();
    await expect.poll(health).toMatchObject({ status: 'ok', engine: 'running', disk: 'ok' });
    const made = await server.send('POST', '/api/dca-bot/create', { as: ANN, body: bot });
    expect(made.status).toBe(200);
    const heldUpBy = async () =>
      (await server.send('GET', `/api/dca-bot/get-waits?bot_id=${made.body.bot_id}`, { as: ANN })).body.held_up_by;
    expect(await heldUpBy()).not.toBe('DISK_FULL');
    await full.fill();
    await expect.poll(heldUpBy).toBe('DISK_FULL');
    await full.makeRoom();
    await expect.poll(heldUpBy).not.toBe('DISK_FULL');
  });
});
