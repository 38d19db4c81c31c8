import net from 'node:net';

/** A fault of the connection between two programs. */
export type WayFault =
  | { readonly kind: 'none' }
  /** All data arrives `ms` milliseconds later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Connections are refused right after they are made. */
  | { readonly kind: 'drop' }
  /** The response breaks off after `bytes` bytes. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Connections stay open and requests arrive, but nothing comes back. */
  | { readonly kind: 'half-open' }
  /**
   * A partition: nothing passes in either direction, not even the end of a connection. Connections that it met stay
   * silent after it. With `after` it begins once requests with these texts, in this order, have been passed on by one connection.
   */
  | { readonly kind: 'partition'; readonly after?: readonly string[] };

/** A TCP proxy on loopback that simulates a bad connection to a server. */
export interface FaultProxy {
  readonly port: number;
  /** How many connections were made through it. */
  connections(): number;
  /** Applies to new connections and to further data on existing ones. */
  set(fault: WayFault): void;
  close(): Promise<void>;
}

export async function openFaultProxy(targetPort: number): Promise<FaultProxy> {
  let fault: WayFault = { kind: 'none' };
  let count = 0;
  const sockets = new Set<net.Socket>();
  /** Sockets of connections that a partition has met. */
  const silent = new WeakSet<net.Socket>();
  const isPartitioned = (): boolean => fault.kind === 'partition' && fault.after === undefined;
  const partition = (): void => {
    for (const socket of sockets) silent.add(socket);
  };
  const server = net.createServer((client) => {
    count += 1;
    if (fault.kind === 'drop') return client.destroy();
    const target = net.connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      if (isPartitioned()) silent.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        if (silent.has(socket)) return;
        sockets.delete(socket);
        (socket === client ? target : client).destroy();
      });
    }
    client.on('data', (bytes) => later(() => pass(target, bytes)));
    target.on('data', (bytes) => later(() => deliver(client, bytes)));
  });
  const later = (act: () => void): void => {
    if (fault.kind === 'delay') setTimeout(act, fault.ms);
    else act();
  };
  let passed = new WeakMap<net.Socket, number>();
  const pass = (target: net.Socket, bytes: Buffer): void => {
    if (silent.has(target)) return;
    target.write(bytes);
    if (fault.kind !== 'partition' || fault.after === undefined) return;
    const texts = passed.get(target) ?? 0;
    if (!bytes.includes(fault.after[texts] ?? '')) return;
    passed.set(target, texts + 1);
    if (texts + 1 < fault.after.length) return;
    fault = { kind: 'partition' };
    partition();
  };
  const deliver = (client: net.Socket, bytes: Buffer): void => {
    if (fault.kind === 'half-open' || silent.has(client)) return;
    if (fault.kind !== 'cut') return void client.write(bytes);
    client.end(bytes.subarray(0, fault.bytes));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    set: (wanted) => {
      fault = wanted;
      passed = new WeakMap();
      if (isPartitioned()) partition();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
