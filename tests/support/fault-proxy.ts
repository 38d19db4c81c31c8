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
  | { readonly kind: 'half-open' };

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
  const server = net.createServer((client) => {
    count += 1;
    if (fault.kind === 'drop') return client.destroy();
    const target = net.connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        (socket === client ? target : client).destroy();
      });
    }
    client.on('data', (bytes) => later(() => target.write(bytes)));
    target.on('data', (bytes) => later(() => deliver(client, bytes)));
  });
  const later = (act: () => void): void => {
    if (fault.kind === 'delay') setTimeout(act, fault.ms);
    else act();
  };
  const deliver = (client: net.Socket, bytes: Buffer): void => {
    if (fault.kind === 'half-open') return;
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
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
