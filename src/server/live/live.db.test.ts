import { once } from 'node:events';
import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { followedTopic, liveFrame } from '#contract/live.ts';
import {
  ANN,
  BOB,
  newBot,
  newName,
  newPortfolio,
  newStrategy,
  startWorld,
  type World,
} from '../../../tests/support/api-world.ts';
import type { Answer } from '../../../tests/support/server.ts';
import { fromWire } from '../http/wire.ts';

/** Market minutes within which every bot that holds something has changed many times. */
const MINUTES_MAX = 200;
const PATIENT_MS = 600_000;
/** Requests a minute of an address that proves no user: more than all other tests here send from theirs. */
const STRANGERS_REQUESTS = 30;
const OF_USER_MAX = 30;
/** Of connections that have said hello. */
const PLACES = 1_000;
/**
 * Read at each connection: no client is too slow, but for the one whose test is about that, and a test about what is checked
 * again has it checked often.
 */
const liveTimes = { helloWithinMs: PATIENT_MS, recheckEveryMs: PATIENT_MS };

let world: World;
let address: string;
/** A tab of Ann, whose bots hold something, so that it hears of every minute as soon as it is told. */
let watcher: Client;

beforeAll(async () => {
  world = await startWorld({
    liveTimes,
    trustedProxies: ['127.0.0.1'],
    rateLimits: { address: 100_000, stranger: STRANGERS_REQUESTS, user: 100_000 },
  });
  const url = await world.server.app.listen({ port: 0, host: '127.0.0.1' });
  address = `${url.replace('http', 'ws')}/api/live`;
  watcher = await signedIn(ANN);
});
afterAll(() => world.server.close());

/** The connection under a socket, for bytes that no client would send. */
function rawSocketOf(socket: WebSocket): Socket {
  if ('_socket' in socket && socket._socket instanceof Socket) return socket._socket;
  throw new Error('the socket has no connection');
}

type Message = Answer['body'];
type Frame = readonly Message[];

interface Client {
  readonly socket: WebSocket;
  /** As they came. */
  readonly texts: readonly string[];
  readonly frames: readonly Frame[];
  readonly closed: Promise<{ code: number; reason: string }>;
  say(request: object): void;
}

/** The headers with which a proxy passes on what comes from an address. */
const from = (visitor: string) => ({ 'x-forwarded-for': visitor });

function connect(headers: Record<string, string> = {}): Promise<Client> {
  const socket = new WebSocket(address, { headers });
  const [texts, frames]: [string[], Frame[]] = [[], []];
  socket.on('message', (data) => {
    texts.push(String(data));
    frames.push(JSON.parse(String(data)));
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  const say = (request: object) => socket.send(JSON.stringify(request));
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, texts, frames, closed, say }));
    socket.once('error', reject);
  });
}

async function signedIn(
  user: string,
  topics: readonly string[] = followedTopic.options,
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = await connect(headers);
  client.say({ type: 'hello', token: await world.server.tokenOf(user), topics });
  return client;
}

/** Moves the market on, minute by minute, and has each minute told, until something is there. */
async function moveUntil(isThere: () => boolean): Promise<void> {
  for (let minute = 0; !isThere(); minute += 1) {
    expect(minute, 'minutes in vain').toBeLessThan(MINUTES_MAX);
    const before = watcher.frames.length;
    await world.server.step(1);
    await expect.poll(() => watcher.frames.length).toBeGreaterThan(before);
  }
}

/** Waits for the first frame, and for so many in all while the market moves. */
async function received(client: Client, count: number): Promise<readonly Frame[]> {
  await expect.poll(() => client.frames.length).toBeGreaterThan(0);
  await moveUntil(() => client.frames.length >= count);
  return client.frames;
}

/** How it goes on for a client that has said hello: with its first frame, or with the end of its connection. */
function fateOf({ socket, closed }: Client): Promise<'served' | { code: number; reason: string }> {
  return Promise.race([once(socket, 'message').then(() => 'served' as const), closed]);
}

/** The messages about a topic so far. */
const about = (client: Client, topic: string) => client.frames.flat().filter((message) => message.topic === topic);
const changedTopics = (client: Client) =>
  client.frames.flat().flatMap(({ type, topics }) => (type === 'changed' ? topics : []));

/** Each field differs from the row, which then has it. */
function expectDifferent(row: Message, fields: Message): void {
  for (const [name, value] of Object.entries(fields)) expect(value).not.toEqual(row[name]);
  Object.assign(row, fields);
}

describe('the live channel', () => {
  it('begins each topic with a snapshot and then sends numbered patches, each as the contract defines it', async () => {
    const client = await signedIn(ANN);
    await moveUntil(() => followedTopic.options.every((topic) => about(client, topic).length > 3));
    client.socket.close();
    const { frames } = client;
    for (const frame of frames) {
      const camel = fromWire(frame);
      expect(camel.ok && liveFrame.safeParse(camel.value).success).toBe(true);
    }
    expect(frames[0]?.map(({ type, topic }) => `${type} ${topic}`)).toEqual([
      'snapshot status',
      'snapshot bots',
      'snapshot funds',
    ]);
    for (const topic of followedTopic.options) {
      const [snapshot, ...patches] = about(client, topic);
      expect(patches.map(({ type }) => type)).toEqual(patches.map(() => 'patch'));
      expect(patches.map(({ seq }) => seq)).toEqual(patches.map((_, index) => snapshot.seq + 1 + index));
      expect(patches.length).toBeGreaterThan(2);
    }
    expect(about(client, 'bots')[0].bots).toHaveLength(6);
  });

  it('sends of a bot and its positions only the fields that differ from what it has sent before', async () => {
    const client = await signedIn(ANN, ['bots']);
    await moveUntil(() => about(client, 'bots').flatMap(({ bots }) => bots).length > 12);
    client.socket.close();
    const [snapshot, ...patches] = about(client, 'bots');
    const known = new Map<string, Message>(snapshot.bots.map((bot: Message) => [bot.bot_id, bot]));
    for (const { bot_id, atom_changes = [], ...fields } of patches.flatMap(({ bots }) => bots)) {
      const bot = known.get(bot_id);
      expectDifferent(bot, fields);
      for (const { at, ...change } of atom_changes) expectDifferent(bot.atoms[at], change);
    }
  });

  it('sends the same frames to all tabs of a user that follow the same, each from its own snapshot on', async () => {
    const first = await signedIn(ANN);
    await received(first, 2);
    const second = await signedIn(ANN);
    await received(second, 4);
    const last = second.texts.at(-1) ?? '';
    await expect.poll(() => first.texts).toContain(last);
    first.socket.close();
    second.socket.close();
    const [, ...later] = second.texts.slice(0, second.texts.indexOf(last) + 1);
    for (const text of later) expect(first.texts).toContain(text);
    const [snapshot, patch] = about(second, 'funds');
    expect([snapshot.type, patch.type, patch.seq]).toEqual(['snapshot', 'patch', snapshot.seq + 1]);
  });

  it('tells a tab nothing of topics that it does not follow, and begins a topic anew whenever it is followed', async () => {
    const client = await signedIn(ANN, ['status']);
    await received(client, 2);
    expect(client.frames.flat().filter(({ topic }) => topic !== undefined && topic !== 'status')).toEqual([]);
    client.say({ type: 'follow', topics: ['funds'] });
    await moveUntil(() => about(client, 'funds').length > 1);
    client.say({ type: 'follow', topics: ['funds'] });
    await expect.poll(() => about(client, 'funds').filter(({ type }) => type === 'snapshot').length).toBe(2);
    client.say({ type: 'leave', topics: ['funds'] });
    // The snapshot of another topic comes after the server has heard the leaving.
    client.say({ type: 'follow', topics: ['bots'] });
    await moveUntil(() => about(client, 'bots').length > 2);
    const begun = client.frames.findIndex((frame) => frame.some(({ topic }) => topic === 'bots'));
    const later = client.frames.slice(begun).flat();
    expect(later.filter(({ topic }) => topic === 'funds')).toEqual([]);
    client.socket.close();
  });

  it('sends what portfolios hold in the same frame as the bots that changed it', async () => {
    const client = await signedIn(ANN);
    await moveUntil(() => about(client, 'funds').length > 3);
    client.socket.close();
    expect(about(client, 'funds')[0].funds.map(({ portfolio_id: id }: Message) => id)).toContain(world.portfolioId);
    const patched = client.frames.filter((frame) =>
      frame.some(({ type, topic }) => type === 'patch' && topic === 'funds'),
    );
    for (const frame of patched) expect(frame.map(({ topic }) => topic)).toContain('bots');
  });

  it("shows nobody else's bots, funds or topics", async () => {
    const [client, hers] = [await signedIn(BOB), await signedIn(ANN)];
    await Promise.all([received(client, 1), received(hers, 1)]);
    await newStrategy(world.server);
    await moveUntil(() => changedTopics(hers).includes('strategies') && about(hers, 'funds').length > 2);
    // A round of his own tells him all that he is ever told of what came before.
    const own = { as: BOB, body: { name: newName() } };
    expect((await world.server.send('POST', '/api/dca-bot/create-portfolio', own)).status).toBe(200);
    await expect.poll(() => changedTopics(client).length).toBeGreaterThan(0);
    for (const { socket } of [client, hers]) socket.close();
    expect(about(client, 'status')[0].status.bots_total).toBe(0);
    expect([...about(client, 'bots'), ...about(client, 'funds')].flatMap(({ bots, funds }) => bots ?? funds)).toEqual(
      [],
    );
    expect(new Set(changedTopics(client))).toEqual(new Set(['portfolios']));
  });

  it("sends the topic of a change to all tabs of the same user, and to nobody else's", async () => {
    const [mine, other] = [await signedIn(ANN), await signedIn(BOB)];
    await Promise.all([received(mine, 1), received(other, 1)]);
    await newPortfolio(world.server);
    await newStrategy(world.server);
    await newBot(world);
    const wanted = ['portfolios', 'strategies', 'bots', 'logs'];
    await expect.poll(() => changedTopics(mine)).toEqual(expect.arrayContaining(wanted));
    expect(changedTopics(other)).toEqual([]);
    mine.socket.close();
    other.socket.close();
  });

  it('closes a connection that does not say hello in time', async () => {
    liveTimes.helloWithinMs = 50;
    const client = await connect();
    liveTimes.helloWithinMs = PATIENT_MS;
    expect(await client.closed).toEqual({ code: 4408, reason: 'HELLO_MISSING' });
  });

  it.each([
    '{"type":"hello"}',
    'hello',
    '{"type":"hello","token":"x","topics":[],"more":1}',
    '{"type":"hello","token":"x","topics":["prices"]}',
    '[]',
  ])('closes a connection that says %s', async (text) => {
    const client = await connect();
    client.socket.send(text);
    expect((await client.closed).code).toBe(4400);
    expect(client.frames).toEqual([]);
  });

  it('closes with 4401 for an invalid token, when a session ends, or when its user is disabled', async () => {
    const stranger = await connect();
    stranger.say({ type: 'hello', token: 'a.b.c', topics: [] });
    expect(await stranger.closed).toEqual({ code: 4401, reason: 'TOKEN_INVALID' });
    for (const [user, tokenState, reason] of [
      ['eve', 'ended', 'TOKEN_REVOKED'],
      ['dan', 'disabled', 'USER_DISABLED'],
    ] as const) {
      liveTimes.recheckEveryMs = 300;
      const client = await signedIn(user);
      liveTimes.recheckEveryMs = PATIENT_MS;
      await received(client, 1);
      world.server.setTokenState(user, tokenState);
      expect(await client.closed).toEqual({ code: 4401, reason });
    }
  });

  it('refuses connections from other origins and accepts our own', async () => {
    await expect(connect({ origin: 'https://evil.example' })).rejects.toThrow('403');
    const own = await connect({ origin: address.replace('ws', 'http').replace('/api/live', '') });
    own.say({ type: 'hello', token: await world.server.tokenOf(ANN), topics: ['status'] });
    await received(own, 1);
    own.socket.close();
  });

  it('an upgrade to another path is answered as unknown, and one from another origin with 403', async () => {
    const elsewhere = address.replace('/api/live', '/api/health');
    const refusal = (headers: Record<string, string>) =>
      once(new WebSocket(elsewhere, { headers }), 'error').then(([error]) => String(error));
    expect(await refusal(from('192.0.2.20'))).toContain('404');
    expect(await refusal({ origin: 'https://evil.example' })).toContain('403');
  });

  it('a flood of broken frames logs one line, and each counts as an unauthenticated request', async () => {
    const flood = from('192.0.2.21');
    for (let sent = 0; sent <= STRANGERS_REQUESTS; sent += 1) {
      const client = await connect(flood);
      rawSocketOf(client.socket).write(Buffer.from([0xff, 0xff]));
      await client.closed;
    }
    const lines = world.server.logLines.filter((line) => line.includes('broken frames'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ frames: 1, code: 'WS_ERR_UNEXPECTED_RSV_2_3' }]);
    expect(world.server.logLines.filter((line) => line.includes('WS_ERR'))).toHaveLength(1);
    const late = await connect(flood);
    late.say({ type: 'hello', token: 'a.b.c', topics: [] });
    expect((await late.closed).reason).toBe('TOO_MANY_REQUESTS');
  });

  it('bounds the silent connections of one address, and leaves other addresses and those who said hello in peace', async () => {
    const listening = await connect();
    listening.say({ type: 'hello', token: await world.server.tokenOf(ANN), topics: ['status'] });
    await received(listening, 1);
    const crowd = await Promise.all(Array.from({ length: 60 }, () => connect()));
    const open = () => crowd.filter(({ socket }) => socket.readyState === WebSocket.OPEN);
    await expect.poll(() => open().length).toBe(50);
    const elsewhere = await signedIn(BOB, ['status'], from('192.0.2.1'));
    expect(await fateOf(elsewhere)).toBe('served');
    expect(open()).toHaveLength(50);
    const refused = crowd.filter((client) => !open().includes(client));
    expect(new Set((await Promise.all(refused.map(({ closed }) => closed))).map(({ code }) => code))).toEqual(
      new Set([4429]),
    );
    for (const { socket } of open()) socket.close();
    await Promise.all(crowd.map(({ closed }) => closed));
    const later = await signedIn(BOB);
    await received(later, 1);
    expect(listening.socket.readyState).toBe(WebSocket.OPEN);
    for (const { socket } of [listening, elsewhere, later]) socket.close();
  });

  it('gives silent connections of many addresses no place of those who say hello', async () => {
    const crowd = await Promise.all(
      Array.from({ length: PLACES }, (_, index) => connect(from(`198.51.100.${Math.floor(index / 50)}`))),
    );
    const client = await signedIn(BOB, ['status'], from('192.0.2.3'));
    expect(await fateOf(client)).toBe('served');
    expect(crowd.filter(({ socket }) => socket.readyState !== WebSocket.OPEN)).toEqual([]);
    client.socket.close();
    for (const { socket } of crowd) socket.terminate();
  });

  it('refuses a user the thirty-first connection until one of them is closed, and nobody else theirs', async () => {
    const user = 'gus';
    const crowd = await Promise.all(Array.from({ length: OF_USER_MAX }, () => signedIn(user, ['status'])));
    await Promise.all(crowd.map((client) => received(client, 1)));
    const refused = await signedIn(user, ['status']);
    expect(await fateOf(refused)).toEqual({ code: 4429, reason: 'TOO_MANY_CONNECTIONS' });
    const other = await signedIn('hal', ['status']);
    expect(await fateOf(other)).toBe('served');
    crowd.pop()?.socket.close();
    // The server hears of the end a moment after the client.
    await expect
      .poll(async () => {
        const client = await signedIn(user, ['status']);
        crowd.push(client);
        return fateOf(client);
      })
      .toBe('served');
    for (const { socket } of [...crowd, other]) socket.close();
  });

  it('counts a refused token and a missing hello as requests of a stranger, and serves a user of the same address', async () => {
    const headers = from('192.0.2.2');
    const badToken = { type: 'hello', token: 'a.b.c', topics: [] };
    const noHello = { type: 'follow', topics: [] };
    const endOf = async (request: object) => {
      const client = await connect(headers);
      client.say(request);
      return client.closed;
    };
    const user = await signedIn(BOB, ['status'], headers);
    const ofEach = STRANGERS_REQUESTS / 2;
    const tokens = await Promise.all(Array.from({ length: ofEach }, () => endOf(badToken)));
    expect(new Set(tokens.map(({ reason }) => reason))).toEqual(new Set(['TOKEN_INVALID']));
    const silent = await Promise.all(Array.from({ length: ofEach }, () => endOf(noHello)));
    expect(new Set(silent.map(({ reason }) => reason))).toEqual(new Set(['HELLO_MISSING']));
    const tooMany = { code: 4429, reason: 'TOO_MANY_REQUESTS' };
    expect([await endOf(badToken), await endOf(noHello), await endOf({ type: 'nothing' })]).toEqual([
      tooMany,
      tooMany,
      tooMany,
    ]);
    const asked = { headers: { ...headers, authorization: 'Bearer a.b.c' } };
    expect((await world.server.send('GET', '/api/dca-bot/get-bots', asked)).status).toBe(429);
    const later = await signedIn(BOB, ['status'], headers);
    expect(await fateOf(later)).toBe('served');
    await received(user, 1);
    for (const { socket } of [user, later]) socket.close();
  });

  it('closes a connection when its token expires, unless a newer one of the same user has come', async () => {
    const token = await world.server.shortTokenOf(ANN, 2);
    const [renewed, forgotten] = [await connect(), await connect()];
    renewed.say({ type: 'hello', token, topics: ['status'] });
    await received(renewed, 1);
    renewed.say({ type: 'token', token: await world.server.tokenOf(ANN) });
    forgotten.say({ type: 'hello', token, topics: ['status'] });
    expect(await forgotten.closed).toEqual({ code: 4401, reason: 'TOKEN_INVALID' });
    renewed.say({ type: 'follow', topics: ['funds'] });
    await expect.poll(() => about(renewed, 'funds').length).toBeGreaterThan(0);
    renewed.socket.close();
  });

  it('refuses the token of another user on an open connection', async () => {
    const client = await signedIn(ANN);
    await received(client, 1);
    client.say({ type: 'token', token: await world.server.tokenOf(BOB) });
    expect(await client.closed).toEqual({ code: 4401, reason: 'TOKEN_INVALID' });
  });

  it('closes a connection that speaks before its hello, and one that never stops speaking', async () => {
    const early = await connect();
    early.say({ type: 'follow', topics: ['bots'] });
    expect(await early.closed).toEqual({ code: 4408, reason: 'HELLO_MISSING' });
    const talker = await signedIn(BOB);
    await received(talker, 1);
    for (let count = 0; count < 130; count += 1) talker.say({ type: 'follow', topics: ['status'] });
    expect(await talker.closed).toEqual({ code: 4429, reason: 'TOO_MANY_REQUESTS' });
  });

  it('never has a token in an address or a log line', async () => {
    expect(world.server.logLines.join('')).not.toContain(await world.server.tokenOf(ANN));
  });
});
