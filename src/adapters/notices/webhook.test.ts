import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingNotice } from '#ports/notices/notice-sender.ts';
import { isPublicAddress } from './public-address.ts';
import { pinnedTo, type Resolved, webhookSender } from './webhook.ts';
import { readWebhookHost, type WebhookHost } from './webhook-address.ts';

const NOTICE: OutgoingNotice = {
  ...{ noticeId: 'batch-7', event: 'LIQUIDATED', severity: 'critical', at: new Date('2026-01-02T03:04:05Z') },
  ...{ detail: 'Liquidated at 60 USDT.', botId: 'b1', botName: 'Ann’s bot', portfolioId: 'p1', symbol: 'ETHUSDT' },
  ...{ cycleId: 'c1', orderId: null, figures: { price: '60' } },
};
const SECRET = 'a-secret-of-the-receiver-1234';
const never = new AbortController().signal;

function hostsOf(...texts: string[]): WebhookHost[] {
  return texts.map((text) => {
    const host = readWebhookHost(text);
    if (host === null) throw new Error(`${text} is no host`);
    return host;
  });
}

/** Counts whoever connects, on both loopback addresses; sends everybody away. */
async function countingListener(): Promise<{ port: number; connections: () => number; close(): void }> {
  let connections = 0;
  const listen = (host: string, port: number) =>
    new Promise<TcpServer>((resolve) => {
      const server = createTcpServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      server.listen(port, host, () => resolve(server));
    });
  const first = await listen('127.0.0.1', 0);
  const { port } = first.address() as AddressInfo;
  const second = await listen('::1', port);
  return { port, connections: () => connections, close: () => [first, second].map((server) => server.close()) };
}

describe('a webhook reaches no host that the operator has not named', () => {
  let listener: Awaited<ReturnType<typeof countingListener>>;
  beforeAll(async () => {
    listener = await countingListener();
  });
  afterAll(() => listener.close());

  /** Names of the test's own resolver: what it answers, one answer a look-up. */
  const privateAddresses = [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
  ];
  const spellings = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '0177.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    'hooks.example.com.',
    'hooks.example.com.localhost',
    'xhooks.example.com',
    'example.com',
    'hooks.example.com%00.localhost',
    'hooks.example.com@127.0.0.1',
    'user:word@127.0.0.1',
    '127.0.0.1#@hooks.example.com',
    '127.0.0.1?@hooks.example.com',
    '127.0.0.1\\@hooks.example.com',
    '127.0.0.1/hooks.example.com',
    'hooks.example.com\\.localhost',
  ];
  const schemes = ['http', 'ftp', 'file', 'gopher', 'ws', 'wss', 'javascript', 'data', 'blob', 'ldap'];

  const allPayloads = (port: number) => [
    ...spellings.flatMap((host) => [`https://${host.replace(/^([^#?/\\]*)/, `$1:${port}`)}/`]),
    ...schemes.map((scheme) => `${scheme}://hooks.example.com:${port}/`),
    ...schemes.map((scheme) => `${scheme}://127.0.0.1:${port}/`),
    `https://hooks.example.com:${port + 1}/`,
    `//127.0.0.1:${port}/`,
    `https:127.0.0.1:${port}`,
    `https:///127.0.0.1:${port}/`,
    'https://',
  ];

  it('100 addresses that lead elsewhere, by name, spelling, scheme or resolver, make 0 connections', async () => {
    const { port } = listener;
    const hosts = hostsOf(`hooks.example.com:${port}`);
    let answer: readonly Resolved[] = [];
    const sender = webhookSender({ hosts, resolve: async () => answer });
    const send = (address: string) => sender.send({ address, secret: SECRET }, [NOTICE], never);
    const payloads = allPayloads(port);
    answer = [{ address: '127.0.0.1', family: 4 }];
    for (const address of payloads) {
      const outcome = await send(address);
      // A backslash is a slash: the name is the allowed one, and its address is looked at.
      const failure = /example\.com:\d+\\/.test(address) ? 'ADDRESS_PRIVATE' : 'ADDRESS_NOT_ALLOWED';
      expect(outcome, address).toMatchObject({ isSent: false, failure });
    }
    // The one allowed name, whose resolver names an address behind us, alone or beside a public one.
    const right = `https://hooks.example.com:${port}/`;
    for (const address of privateAddresses) {
      const family = address.includes(':') ? 6 : 4;
      answer = [{ address, family }];
      expect(await send(right), address).toMatchObject({ isSent: false, failure: 'ADDRESS_PRIVATE' });
      answer = [
        { address: '8.8.8.8', family: 4 },
        { address, family },
      ];
      expect(await send(right), address).toMatchObject({ isSent: false, failure: 'ADDRESS_PRIVATE' });
    }
    expect(payloads.length + privateAddresses.length).toBeGreaterThanOrEqual(100);
    expect(listener.connections()).toBe(0);
  });

  it('a name is resolved once, so that a second answer cannot lead a connection elsewhere', async () => {
    const { port } = listener;
    let asked = 0;
    const stop = new AbortController();
    // First a public address, from then on our own machine; nothing leaves the test, which has stopped by then.
    const resolve = async () => {
      asked += 1;
      stop.abort();
      return [{ address: asked === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }];
    };
    const sender = webhookSender({ hosts: hostsOf(`hooks.example.com:${port}`), resolve });
    const target = { address: `https://hooks.example.com:${port}/`, secret: SECRET };
    expect(await sender.send(target, [NOTICE], stop.signal)).toMatchObject({ isSent: false });
    expect(asked).toBe(1);
    expect(listener.connections()).toBe(0);
  });

  it('a connection goes to the address that was checked, whatever its name leads to', async () => {
    const before = listener.connections();
    const lookup = pinnedTo({ address: '127.0.0.1', family: 4 });
    const sent = request({ host: 'hooks.example.invalid', port: listener.port, lookup, agent: false });
    await expect(once(sent.end(), 'response')).rejects.toThrow('socket hang up');
    expect(listener.connections()).toBe(before + 1);
  });

  it('an address that the operator has named is called, whatever network it is in', async () => {
    const before = listener.connections();
    const sender = webhookSender({ hosts: hostsOf(`127.0.0.1:${listener.port}`) });
    const target = { address: `http://127.0.0.1:${listener.port}/`, secret: SECRET };
    expect(await sender.send(target, [NOTICE], never)).toMatchObject({ failure: 'UNREACHABLE' });
    expect(listener.connections()).toBe(before + 1);
  });
});

it('an address of another network that a resolver may name is told from a public one', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1']) {
    expect(isPublicAddress(address), address).toBe(true);
  }
});

it.each(['127.1', '2130706433', 'a b', 'https://x', 'x:1:2', '[::1', 'x/y', 'x@y', 'x.', '0x7f.0.0.1', ''])(
  'WEBHOOK_HOSTS does not take %j as a host',
  (text) => expect(readWebhookHost(text)).toBeNull(),
);

describe('a notice at its receiver', () => {
  let server: Server;
  let origin: string;
  let seen: { headers: IncomingHttpHeaders; body: string }[];
  let status: number;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        seen.push({ headers: request.headers, body });
        response.writeHead(status, headers).end('a body that nobody reads');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    [seen, status, headers] = [[], 204, {}];
  });
  const send = () => {
    const sender = webhookSender({ hosts: hostsOf(new URL(origin).host) });
    return sender.send({ address: `${origin}/hook?key=1`, secret: SECRET }, [NOTICE], never);
  };

  it('is signed over time and body, and carries the id by which a repeat is known', async () => {
    expect(await send()).toEqual({ isSent: true });
    const [received] = seen;
    const [, time, digest] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(received?.headers['botyard-signature'])) ?? [];
    expect(createHmac('sha256', SECRET).update(`${time}.${received?.body}`).digest('hex')).toBe(digest);
    expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60);
    expect(received?.headers['botyard-notice']).toBe('batch-7');
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      ...{ id: 'batch-7', event: 'LIQUIDATED', severity: 'critical', time: '2026-01-02T03:04:05.000Z' },
      ...{ bot_name: 'Ann’s bot', symbol: 'ETHUSDT', figures: { price: '60' } },
    });
    expect(JSON.stringify(received)).not.toContain(SECRET);
  });

  it('is not sent on to where a redirection points', async () => {
    [status, headers] = [307, { location: `${origin}/elsewhere` }];
    expect(await send()).toEqual({ isSent: false, failure: 'REDIRECTED', waitMs: null });
    expect(seen).toHaveLength(1);
  });

  it('waits as long as a busy receiver asks, and an hour at most', async () => {
    [status, headers] = [429, { 'retry-after': '7' }];
    expect(await send()).toEqual({ isSent: false, failure: 'BUSY', waitMs: 7_000 });
    headers = { 'retry-after': '999999' };
    expect(await send()).toEqual({ isSent: false, failure: 'BUSY', waitMs: 3_600_000 });
    [status, headers] = [500, {}];
    expect(await send()).toEqual({ isSent: false, failure: 'REFUSED', waitMs: null });
  });
});
