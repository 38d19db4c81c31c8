import { once } from 'node:events';
import { WebSocket } from 'ws';

/** What a program on this machine holds in its main thread after its garbage has been collected. */
export interface MemoryMeter {
  /** Objects and buffers, 10⁶ bytes. */
  heldMb(): Promise<number>;
  close(): void;
}

const BYTES_IN_MB = 1e6;

/** @param output - what the program has printed, with the address of its inspector: it runs with `--inspect` */
export async function openMemoryMeter(output: string): Promise<MemoryMeter> {
  const address = /Debugger listening on (ws:\S+)/.exec(output)?.[1];
  if (address === undefined) throw new Error('the program has no inspector');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let asked = 0;
  const waiting = new Map<number, (result: InspectorResult) => void>();
  socket.on('message', (data) => {
    const { id, result }: { id?: number; result: InspectorResult } = JSON.parse(String(data));
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const ask = (method: string, params: object = {}): Promise<InspectorResult> => {
    asked += 1;
    const id = asked;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      waiting.set(id, (result) => {
        waiting.delete(id);
        resolve(result);
      });
    });
  };
  return {
    async heldMb() {
      await ask('HeapProfiler.collectGarbage');
      const expression = '(({heapUsed, external}) => heapUsed + external)(process.memoryUsage())';
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      return Number(result?.value) / BYTES_IN_MB;
    },
    close: () => socket.close(),
  };
}

interface InspectorResult {
  readonly result?: { readonly value?: unknown };
}
