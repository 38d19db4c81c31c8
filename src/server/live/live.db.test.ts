import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { liveMessage } from '#contract/live.ts';
import {
  ANN,
  BOB,
  newBot,
  newPortfolio,
  newStrategy,
  startWorld,
  type World,
} from '../../../tests/support/api-world.ts';
import type { Answer } from '../../../tests/support/server.ts';
import { fromWire } from '../http/wire.ts';

const SPEED = 3_000;
/** Read at each connection; a test that needs silent ones to stay gives them longer. */
const liveTimes = { helloWithinMs: 400, recheckEveryMs: 300 };

let world: World;
let address: string;

beforeAll(async () => {
  world = await startWorld({ speed: SPEED, liveTimes });
  const url = await world.server.app.listen({ port: 0, host: '127.0.0.1' });
  address = `${url.replace('http', 'ws')}/api/live`;
});
afterAll(() => world.server.close());

type Message = Answer['body'];

interface Client {
  readonly socket: WebSocket;
  readonly messages: Message[];
  readonly closed: Promise<{ code: number; reason: string }>;
}

function connect(headers: Record<string, string> = {}): Promise<Client> {
  const socket = new WebSocket(address, { headers });
  const messages: Message[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, messages, closed }));
    socket.once('error', reject);
  });
}

async function signedIn(user: string): Promise<Client> {
  const client = await connect();
  client.socket.send(JSON.stringify({ type: 'hello', token: await world.server.tokenOf(user) }));
  return client;
}

/** Waits for this many messages, or fails. */
async function received(client: Client, count: number): Promise<readonly Message[]> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (client.messages.length >= count) return client.messages;
    await sleep(20);
  }
  throw new Error(`${client.messages.length} of ${count} messages came`);
}

describe('the live channel', () => {
  it('sends a snapshot and then numbered changes, each as the contract defines it', async () => {
    const client = await signedIn(ANN);
    const messages = await received(client, 8);
    client.socket.close();
    expect(messages.map((message) => message.seq)).toEqual(messages.map((_message, index) => index + 1));
    expect(messages.map((message) => message.type)).toEqual(['snapshot', ...messages.slice(1).map(() => 'change')]);
    for (const message of messages) {
      const camel = fromWire(message);
      expect(camel.ok && liveMessage.safeParse(camel.value).success).toBe(true);
    }
    expect(messages[0].bots).toHaveLength(6);
    expect(messages[0].prices.length).toBeGreaterThan(5);
    expect(messages.slice(1).some((message) => message.status !== undefined)).toBe(true);
  });

  it('sends the same changes to all tabs of a user, to each from its own snapshot on', async () => {
    const first = await signedIn(ANN);
    await received(first, 3);
    const second = await signedIn(ANN);
    await received(second, 4);
    const last = second.messages.at(-1);
    await received(first, first.messages.length + 1);
    first.socket.close();
    second.socket.close();
    const [snapshot, ...changes] = second.messages.slice(0, second.messages.indexOf(last) + 1);
    expect(snapshot.type).toBe('snapshot');
    expect(changes.map((change) => change.seq)).toEqual(changes.map((_, index) => snapshot.seq + 1 + index));
    for (const change of changes) expect(first.messages).toContainEqual(change);
  });

  it('sends what portfolios hold in the same message as the bots that changed it', async () => {
    const client = await signedIn(ANN);
    const [snapshot] = await received(client, 1);
    expect(snapshot.funds.map(({ portfolio_id: id }: { portfolio_id: string }) => id)).toContain(world.portfolioId);
    const changes = async () => (await received(client, client.messages.length + 1)).slice(1);
    const isMoved = (message: Message) =>
      message.funds.some((funds: { portfolio_id: string; unrealized: string }) => {
        const before = snapshot.funds.find((one: Message) => one.portfolio_id === funds.portfolio_id);
        return before !== undefined && before.unrealized !== funds.unrealized;
      });
    // A change that names bots holds what their portfolios hold in the same message.
    let seen = await changes();
    while (!seen.some(isMoved)) seen = await changes();
    client.socket.close();
    for (const message of seen) expect(message.funds.length > 0).toBe(message.bots.length > 0);
  });

  it("shows nobody else's bots, funds or topics", async () => {
    const client = await signedIn(BOB);
    const messages = await received(client, 6);
    client.socket.close();
    expect(messages[0].status.bots_total).toBe(0);
    expect(messages.flatMap((message) => [...message.bots, ...message.funds])).toEqual([]);
    expect(messages.flatMap((message) => message.topics ?? [])).toEqual([]);
  });

  it("sends the topic of a change to all tabs of the same user, and to nobody else's", async () => {
    const [mine, other] = [await signedIn(ANN), await signedIn(BOB)];
    await Promise.all([received(mine, 1), received(other, 1)]);
    await newPortfolio(world.server);
    await newStrategy(world.server);
    await newBot(world);
    const heard = () => mine.messages.flatMap((message) => message.topics ?? []);
    const wanted = ['portfolios', 'strategies', 'bots', 'logs'];
    for (let waited = 0; waited < 5_000 && !wanted.every((topic) => heard().includes(topic)); waited += 50) {
      await sleep(50);
    }
    expect(heard()).toEqual(expect.arrayContaining(wanted));
    expect(other.messages.flatMap((message) => message.topics ?? [])).toEqual([]);
    mine.socket.close();
    other.socket.close();
  });

  it('closes a connection that does not say hello in time', async () => {
    const client = await connect();
    expect(await client.closed).toEqual({ code: 4408, reason: 'HELLO_MISSING' });
  });

  it.each(['{"type":"hello"}', 'hello', '{"type":"hello","token":"x","more":1}', '[]'])(
    'closes a connection that says %s',
    async (text) => {
      const client = await connect();
      client.socket.send(text);
      expect((await client.closed).code).toBe(4400);
      expect(client.messages).toEqual([]);
    },
  );

  it('closes with 4401 for an invalid token, when a session ends, or when its user is disabled', async () => {
    const stranger = await connect();
    stranger.socket.send(JSON.stringify({ type: 'hello', token: 'a.b.c' }));
    expect(await stranger.closed).toEqual({ code: 4401, reason: 'TOKEN_INVALID' });
    for (const [user, tokenState, reason] of [
      ['eve', 'ended', 'TOKEN_REVOKED'],
      ['dan', 'disabled', 'USER_DISABLED'],
    ] as const) {
      const client = await signedIn(user);
      await received(client, 1);
      world.server.setTokenState(user, tokenState);
      expect(await client.closed).toEqual({ code: 4401, reason });
    }
  });

  it('refuses connections from other origins and accepts our own', async () => {
    const foreign = await connect({ origin: 'https://evil.example' });
    expect((await foreign.closed).code).toBe(4403);
    const own = await connect({ origin: address.replace('ws', 'http').replace('/api/live', '') });
    own.socket.send(JSON.stringify({ type: 'hello', token: await world.server.tokenOf(ANN) }));
    await received(own, 1);
    own.socket.close();
  });

  it('bounds the silent connections of one address, and leaves other addresses and those who said hello in peace', async () => {
    const listening = await connect();
    listening.socket.send(JSON.stringify({ type: 'hello', token: await world.server.tokenOf(ANN) }));
    await received(listening, 1);
    liveTimes.helloWithinMs = 600_000;
    const crowd = await Promise.all(Array.from({ length: 60 }, () => connect()));
    liveTimes.helloWithinMs = 400;
    const open = () => crowd.filter(({ socket }) => socket.readyState === WebSocket.OPEN);
    await expect.poll(() => open().length).toBe(50);
    const refused = crowd.filter((client) => !open().includes(client));
    expect(new Set((await Promise.all(refused.map(({ closed }) => closed))).map(({ code }) => code))).toEqual(
      new Set([4429]),
    );
    for (const { socket } of open()) socket.close();
    await Promise.all(crowd.map(({ closed }) => closed));
    const later = await signedIn(BOB);
    await received(later, 1);
    expect(listening.socket.readyState).toBe(WebSocket.OPEN);
    for (const { socket } of [listening, later]) socket.close();
  });

  it('refuses the token of another user on an open connection', async () => {
    const client = await signedIn(ANN);
    await received(client, 1);
    client.socket.send(JSON.stringify({ type: 'hello', token: await world.server.tokenOf(BOB) }));
    expect((await client.closed).code).toBe(4401);
  });

  it('never has a token in an address or a log line', async () => {
    expect(world.server.logLines.join('')).not.toContain(await world.server.tokenOf(ANN));
  });
});
