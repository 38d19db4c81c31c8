import http from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

/** What the proxy changes on the way. */
export interface Renaming {
  readonly targetPort: number;
  /** A contract of the target, such as XRPUSDT, and the name under which clients see it. */
  readonly from: string;
  readonly to: string;
  /** Changes the list of contracts that clients see. */
  readonly list?: (rows: readonly Readonly<Record<string, unknown>>[]) => readonly unknown[];
}

export interface RenamingProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** A proxy on loopback before the simulated exchange: it gives a contract another name, in requests, answers and streams. */
export async function openRenamingProxy({ targetPort, from, to, list }: Renaming): Promise<RenamingProxy> {
  const [small, smallTo] = [from.toLowerCase(), to.toLowerCase()];
  const renamed = (text: string) => text.replaceAll(from, to).replaceAll(small, smallTo);
  const back = (text: string) =>
    text
      .replaceAll(encodeURIComponent(to), from)
      .replaceAll(to, from)
      .replaceAll(encodeURIComponent(smallTo), small)
      .replaceAll(smallTo, small);
  const answered = (path: string, text: string): string => {
    if (list === undefined || !path.startsWith('/fapi/v1/exchangeInfo')) return renamed(text);
    const info = JSON.parse(renamed(text));
    return JSON.stringify({ ...info, symbols: list(info.symbols) });
  };
  const server = http.createServer(async (call, reply) => {
    const sent = back(await textOf(call));
    const { 'content-length': _, host: __, ...headers } = call.headers;
    const path = back(call.url ?? '/');
    const request = { host: '127.0.0.1', port: targetPort, method: call.method, path };
    const length = sent === '' ? {} : { 'content-length': String(Buffer.byteLength(sent)) };
    const onward = http.request({ ...request, headers: { ...headers, ...length, 'accept-encoding': 'identity' } });
    onward.on('error', () => reply.destroy());
    onward.on('response', async (answer) => {
      const text = answered(path, await textOf(answer));
      const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, kept).end(text);
    });
    onward.end(sent);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (client, call) => {
    const target = new WebSocket(`ws://127.0.0.1:${targetPort}${back(call.url ?? '/')}`);
    const waiting: string[] = [];
    client.on('message', (data) => {
      const text = back(String(data));
      if (target.readyState === WebSocket.OPEN) target.send(text);
      else waiting.push(text);
    });
    target.on('open', () => {
      for (const text of waiting.splice(0)) target.send(text);
    });
    target.on('message', (data) => client.send(renamed(String(data))));
    client.on('close', () => target.terminate());
    target.on('close', () => client.terminate());
    for (const socket of [client, target]) socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(message: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
