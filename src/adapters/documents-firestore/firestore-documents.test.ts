import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentAnswer } from '#ports/documents.ts';
import { FIRESTORE_ORIGIN, firestoreDocuments } from './firestore-documents.ts';

const TOKEN = 'eyJhbGciOi.the-token.of-ann';
const PATH = '/v1/projects/my-project/databases/(default)/documents/keys/readApiKeys';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handler: Handler;
let origin: string;
let server: Server;
const open: TcpServer[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer((request, response) => handler(request, response));
  origin = await listen(server);
});

afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const one of open.splice(0)) {
    if ('closeAllConnections' in one) (one as Server).closeAllConnections();
    await new Promise((resolve) => one.close(resolve));
  }
});

async function listen(one: TcpServer): Promise<string> {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  open.push(one);
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
}

const read = (at = origin, path = 'keys/readApiKeys'): Promise<DocumentAnswer> =>
  firestoreDocuments({ origin: at, projectId: 'my-project' }).read({ userId: 'ann', path, token: TOKEN });

/** An answer as Firestore writes it. */
const answers =
  (status: number, body: unknown): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const refuses = (code: number, status: string): Handler => answers(code, { error: { code, message: 'no', status } });
/** A response of something between us and Firestore. */
const page =
  (status: number): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>nginx</html>');
const NO_DATABASE = {
  error: {
    ...{ code: 404, status: 'NOT_FOUND' },
    message: 'The database (default) does not exist for project my-project Please visit the console to add one.',
  },
};
const documentOf = (fields: object) => ({
  name: `projects/my-project${PATH}`,
  fields,
  createTime: '2026-11-20T10:00:00.123456Z',
  updateTime: '2026-11-21T10:00:00.987654Z',
});

describe('a document of Firestore', () => {
  it('is requested with the user’s token from the project’s address', async () => {
    let asked: IncomingMessage | null = null;
    handler = (request, response) => {
      asked = request;
      answers(200, documentOf({ apiKey: { stringValue: 'k' }, secret: { stringValue: 's' } }))(request, response);
    };
    expect(await read()).toEqual({
      kind: 'found',
      fields: { apiKey: 'k', secret: 's' },
      updatedAt: Date.parse('2026-11-21T10:00:00.987Z'),
    });
    expect(asked).toMatchObject({ method: 'GET', url: PATH, headers: { authorization: `Bearer ${TOKEN}` } });
    expect(FIRESTORE_ORIGIN).toBe('https://firestore.googleapis.com');
  });

  it('cannot be escaped by the names in its path', async () => {
    let url: string | undefined;
    handler = (request, response) => {
      url = request.url;
      refuses(404, 'NOT_FOUND')(request, response);
    };
    await read(origin, 'keys/a?b#c d');
    expect(url).toBe(PATH.replace('readApiKeys', 'a%3Fb%23c%20d'));
  });

  it.each(['keys/..', 'keys/../..', './readApiKeys'])(
    'that would be read at another level is absent: %s',
    async (path) => {
      let requests = 0;
      handler = (_request, response) => {
        requests += 1;
        response.end();
      };
      expect(await read(origin, path)).toEqual({ kind: 'absent' });
      expect(requests).toBe(0);
    },
  );

  it('returns strings and maps of strings and omits other values', async () => {
    handler = answers(
      200,
      documentOf({
        key: { mapValue: { fields: { apiKey: { stringValue: 'k' }, age: { integerValue: '3' } } } },
        empty: { mapValue: {} },
        isOld: { booleanValue: true },
      }),
    );
    expect(await read()).toMatchObject({ fields: { key: { apiKey: 'k' }, empty: {} } });
  });

  it('can be absent', async () => {
    handler = refuses(404, 'NOT_FOUND');
    expect(await read()).toEqual({ kind: 'absent' });
  });
});

describe('a failed read of a document', () => {
  it.each<[string, Handler, string, boolean]>([
    ['the service is unavailable', refuses(503, 'UNAVAILABLE'), 'UNAVAILABLE', false],
    ['its own deadline was exceeded', refuses(504, 'DEADLINE_EXCEEDED'), 'TIMEOUT', false],
    ['it is overloaded', refuses(429, 'RESOURCE_EXHAUSTED'), 'FAILED', false],
    ['it broke', refuses(500, 'INTERNAL'), 'FAILED', false],
    ['its rules forbid the document', refuses(403, 'PERMISSION_DENIED'), 'FAILED', true],
    ['it does not take the token', refuses(401, 'UNAUTHENTICATED'), 'FAILED', true],
    ['the request is wrong', refuses(400, 'INVALID_ARGUMENT'), 'FAILED', true],
    ['it answers with a redirect', (_, response) => response.writeHead(302, { location: '/' }).end(), 'FAILED', false],
    ['its database does not exist', answers(404, NO_DATABASE), 'FAILED', true],
    ['a proxy does not know the path', page(404), 'FAILED', false],
    ['a proxy forbids the way', page(403), 'FAILED', false],
    ['a proxy wants a sign-in', page(401), 'FAILED', false],
    ['the answer is no JSON', (_, response) => response.end('<html>'), 'FAILED', false],
    ['the answer is no document', answers(200, { fields: [] }), 'FAILED', false],
    ['the answer is over-long', answers(200, { fields: { a: 'x'.repeat(3_000_000) } }), 'FAILED', false],
    ['the connection is cut', (request) => request.socket.destroy(), 'UNAVAILABLE', false],
    [
      'the connection is cut inside the answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"fields":');
        setImmediate(() => response.destroy());
      },
      'UNAVAILABLE',
      false,
    ],
  ])('because %s is reported as such', async (_what, given, failure, isFinal) => {
    handler = given;
    expect(await read()).toEqual({ kind: 'failed', failure, isFinal });
  });

  it('is offline at once when nothing listens', async () => {
    await new Promise((resolve) => server.close(resolve));
    open.splice(0);
    expect(await read()).toEqual({ kind: 'failed', failure: 'OFFLINE', isFinal: false });
  });

  it('is offline when no connection is established within 10 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = createTcpServer((socket) => void sockets.push(socket)); // Never answers the TLS greeting.
    const secure = (await listen(silent)).replace('http:', 'https:');
    const answer = settled(read(secure));
    await until(() => sockets.length === 1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(answer.value).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await until(() => answer.value !== null);
    expect(answer.value).toEqual({ kind: 'failed', failure: 'OFFLINE', isFinal: false });
  });

  it('times out when there is no answer within 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isAsked = false;
    handler = () => {
      isAsked = true;
    };
    const answer = settled(read());
    await until(() => isAsked);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(answer.value).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await until(() => answer.value !== null);
    expect(answer.value).toEqual({ kind: 'failed', failure: 'TIMEOUT', isFinal: false });
  });
});

/** Waits on the real clock, which the fake one leaves alone. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** The current outcome of a promise. */
function settled<T>(promise: Promise<T>): { readonly value: T | null } {
  const state: { value: T | null } = { value: null };
  void promise.then((value) => {
    state.value = value;
  });
  return state;
}
