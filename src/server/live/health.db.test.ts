import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { LeftOutRow } from '#ports/market-source.ts';
import { ANN, expectStatus, newBot, newPortfolio } from '../../../tests/support/api-world.ts';
import { type FullDisk, openFullDisk } from '../../../tests/support/full-disk.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import type { ExchangeLine, MarketServices } from '../market/market-services.ts';

let server: TestServer;
let full: FullDisk;
let isAnswering = true;
let leftOut: readonly LeftOutRow[] = [];
let disk: 'ok' | 'low' | 'full' = 'ok';
/** What differs of a line on which everything is well. */
let line: Partial<ExchangeLine> = {};

beforeAll(async () => {
  const market = {
    line: () => ({ isConnected: true, heardAt: instantOf(Date.now()), due: server.runtime.market().closed, ...line }),
    leftOut: () => leftOut,
    onBackFill: () => () => {},
  } as unknown as MarketServices; // Nothing else of it is used.
  server = await startTestServer({ market, system: { isDatabaseAnswering: () => isAnswering, disk: () => disk } });
  full = await openFullDisk(server.ownerUrl);
});
afterAll(async () => {
  await full.makeRoom();
  await full.close();
  await server.close();
});

/** What the status of a user says of the exchange. */
function told(exchange: string, minutes: number, isBehind: boolean) {
  return { exchange, market_minutes_behind: minutes, is_market_behind: isBehind };
}

const health = async () => (await server.send('GET', '/api/health')).body;

describe('the health of the program', () => {
  it('health counts rows left out of lists, and is degraded while a whole list is refused', async () => {
    const row = { list: 'contracts', name: 'ETHUSDT', reason: 'field', detail: 'liquidationFee' } as const;
    expect(await health()).toMatchObject({ status: 'ok', left_out: 0 });
    leftOut = [row, { ...row, name: 'BTCUSDT' }];
    expect(await health()).toMatchObject({ status: 'ok', left_out: 2 });
    leftOut = [{ ...row, name: '', reason: 'list' }];
    expect(await health()).toMatchObject({ status: 'degraded', left_out: 1 });
    leftOut = [];
  });

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

  describe('beside an exchange that has fallen silent or is ahead', () => {
    let bot: string;
    beforeAll(async () => {
      const { portfolio_id: emptyId } = await newPortfolio(server);
      bot = (await newBot({ server, emptyId })).bot_id;
    });
    afterEach(() => {
      line = {};
    });

    const ahead = (minutes: number) => ({ due: later(server.runtime.market().closed, minutes * MINUTE_MS) });
    it.each<[string, () => typeof line, object, object, string | null]>([
      ['two minutes ahead', () => ahead(2), { status: 'ok', feed: 'current' }, told('talking', 2, false), null],
      [
        'three minutes ahead of a market that stands still',
        () => ahead(3),
        { status: 'degraded', feed: 'behind' },
        told('talking', 3, true),
        'MARKET_BEHIND',
      ],
      [
        'not connected',
        () => ({ isConnected: false }),
        { status: 'degraded', feed: 'silent' },
        told('silent', 0, false),
        'EXCHANGE_SILENT',
      ],
      [
        'silent for half a minute',
        () => ({ heardAt: instantOf(Date.now() - MINUTE_MS / 2) }),
        { status: 'degraded', feed: 'silent' },
        told('silent', 0, false),
        'EXCHANGE_SILENT',
      ],
      [
        'silent from the start, and ahead',
        () => ({ heardAt: null, ...ahead(5) }),
        { status: 'degraded', feed: 'silent' },
        told('silent', 5, true),
        'EXCHANGE_SILENT',
      ],
    ])('health, the status of a user and the waits of a bot tell of one that is %s', async (...row) => {
      const [, makeLine, healthTold, statusTold, heldUpBy] = row;
      line = makeLine();
      expect(await health()).toMatchObject(healthTold);
      const asked = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
      expect(await asked('/api/status')).toMatchObject(statusTold);
      expect((await asked(`/api/dca-bot/get-waits?bot_id=${bot}`)).held_up_by).toBe(heldUpBy);
    });
  });
});
