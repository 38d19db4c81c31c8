import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStreamingWorld, type StreamingWorld } from '../../../../tests/support/streaming-world.ts';
import { send } from '../../../../tests/support/wire-client.ts';
import { openFaults } from './open-faults.ts';
import type { Waits } from './waits.ts';

const REQUEST = { method: 'GET', path: '/fapi/v3/account', params: new Map<string, string>(), accountId: null };
/** Of faults that make nobody wait. */
const NO_WAITS: Waits = {
  nowMs: () => 0,
  after: () => () => undefined,
  follow: () => undefined,
  close: () => undefined,
};
const ANSWER = { status: 200, contentType: 'application/json', headers: {}, body: '{}' };

describe('a profile of the simulated exchange', () => {
  /** What happens to a number of messages and to requests that wait for nothing. */
  async function behaviour(name: 'ideal' | 'storm', seed: number) {
    const faults = openFaults(NO_WAITS, { name, seed });
    const messages = Array.from({ length: 50 }, (_, number) => ({ event: String(number), symbol: null, body: {} }));
    return faults.streams.rearrange('one', messages).map(({ message, delayMs }) => [message.event, delayMs]);
  }

  it('disturbs events by its seed: the same again, and others by another seed', async () => {
    expect(await behaviour('storm', 5)).toEqual(await behaviour('storm', 5));
    expect(await behaviour('storm', 5)).not.toEqual(await behaviour('storm', 6));
    expect(new Set((await behaviour('ideal', 5)).map(([, delayMs]) => delayMs))).toEqual(new Set([0]));
  });

  it('does to each request what its seed says, however many events were sent before it', async () => {
    const atOnce: Waits = { ...NO_WAITS, after: (_, then) => [then()].pop };
    async function outcomes(events: number) {
      const { requests, streams } = openFaults(atOnce, { name: 'storm', seed: 3 });
      const messages = Array.from({ length: events }, () => ({ event: 'e', symbol: null, body: {} }));
      const told: unknown[] = [];
      for (let count = 0; count < 200; count += 1) {
        streams.rearrange('one', messages);
        told.push(await requests.before({ ...REQUEST }));
      }
      return told;
    }
    const undisturbed = await outcomes(0);
    expect(new Set(undisturbed.map((delivery) => JSON.stringify(delivery))).size).toBe(3); // Two errors, and none.
    expect(await outcomes(5)).toEqual(undisturbed);
  });

  it('comes back when the faults that somebody has set are cleared', () => {
    const faults = openFaults(NO_WAITS, { name: 'storm', seed: 5 });
    faults.fresh.setLag(1);
    faults.clear();
    expect(faults.fresh.lagMs()).toBe(3_000);
    faults.setProfile({ name: 'ideal', seed: 1, clock: 'wall' });
    expect([faults.fresh.lagMs(), faults.list()]).toEqual([0, []]);
  });

  it('lets nothing through differently when it is ideal', async () => {
    const faults = openFaults(NO_WAITS, { name: 'ideal', seed: 5 });
    expect(await faults.requests.before(REQUEST)).toBeNull();
    expect(await faults.requests.after(REQUEST, ANSWER)).toEqual({ kind: 'send', answer: ANSWER });
  });
});

describe('the profiles over the wire', () => {
  let world: StreamingWorld;
  beforeAll(async () => {
    world = await openStreamingWorld();
  });
  afterAll(() => world.close());

  it('realistic delays every call by 20 to 80 milliseconds', async () => {
    await world.admin('profile', { name: 'realistic', seed: 3 });
    const began = performance.now();
    for (let call = 0; call < 5; call += 1) await send(world.port, { path: '/fapi/v1/ping' });
    expect(performance.now() - began).toBeGreaterThan(5 * 20);
    const state = await send(world.port, { path: '/admin/state', headers: world.adminHeaders });
    expect(state.json).toMatchObject({ profile: 'realistic', faults: [{ kind: 'profile', seed: 3 }] });
  });

  it('waits in market time where that is asked for: while nothing is stepped, calls and events stay away', async () => {
    const trader = await world.trader();
    const listenKey = (await trader.post('/fapi/v1/listenKey')).json.listenKey;
    const ear = await world.listen(`/private/ws/${listenKey}`);
    await world.admin('profile', { name: 'realistic', seed: 3, clock: 'market' });
    const order = { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010', recvWindow: '60000' };
    const began = world.simulation.now();
    let answeredAt: number | null = null;
    const answered = trader.post('/fapi/v1/order', order).then((reply) => {
      answeredAt = world.simulation.now();
      return reply.status;
    });
    for (let turn = 0; turn < 3; turn += 1) await world.admin('clock/step', { ms: 5 });
    expect(answeredAt).toBeNull();
    while (answeredAt === null) await world.admin('clock/step', { ms: 5 });
    expect(await answered).toBe(200);
    expect(answeredAt - began).toBeGreaterThanOrEqual(20);
    await world.step(100, 20); // No event is later than 60 ms.
    await world.settle(ear);
    const filled = ear.told().find(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.x === 'TRADE');
    expect(filled?.T - began).toBeGreaterThanOrEqual(20);
    await world.admin('profile', { name: 'ideal' });
  });

  it('storm refuses a share of the calls with 503 and 429, and may execute an order whose outcome it does not tell', async () => {
    await world.admin('profile', { name: 'storm', seed: 3 });
    const trader = await world.trader();
    const order = { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010', recvWindow: '60000' };
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        trader.post('/fapi/v1/order', { ...order, newClientOrderId: `storm-${number}` }).catch(() => null),
      ),
    );
    const codes = new Set(replies.map((reply) => reply?.json.code));
    for (const code of [-1006, -1008, -1003]) expect(codes, String(code)).toContain(code);
    await world.admin('profile', { name: 'ideal' });
    const executed = (await trader.get('/fapi/v1/allOrders', { symbol: 'ETHUSDT', limit: '1000' })).json;
    const known = new Set(executed.map(({ clientOrderId }: { clientOrderId: string }) => clientOrderId));
    for (const [number, reply] of replies.entries()) {
      if (reply === null) continue; // Its answer was lost, whatever it was.
      const isExecuted = reply.json.code === undefined || reply.json.code === -1006;
      if (reply.json.code === -1006 && !known.has(`storm-${number}`)) continue; // What was executed may have been a refusal.
      expect(known.has(`storm-${number}`), `${number}: ${reply.text}`).toBe(isExecuted);
    }
    const untold = replies.filter((reply, number) => reply?.json.code === -1006 && known.has(`storm-${number}`));
    expect(untold.length).toBeGreaterThan(0);
  });
});
