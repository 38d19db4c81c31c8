import { once } from 'node:events';
import WebSocket from 'ws';
import { ask } from './account.ts';
import type { Visitor } from './visitor.ts';

const ASK_EVERY_MS = 200;
const SYMBOL = 'btcusdt';

/** How late minutes are decided: from their closing candle at the exchange to the engine's own word. */
export interface LatenessWatch {
  /** Milliseconds of each minute of which both moments were seen; ends the watch. */
  end(): readonly number[];
}

/**
 * Listens to the exchange beside the program and asks the program for the minute that it decided last. Both clocks are
 * those of this machine.
 */
export async function watchLateness(options: {
  readonly address: string;
  readonly simulatorPort: number;
  readonly visitor: Visitor;
}): Promise<LatenessWatch> {
  const { address, simulatorPort, visitor } = options;
  const closedAt = new Map<string, number>();
  const decidedAt = new Map<string, number>();
  const exchange = new WebSocket(`ws://127.0.0.1:${simulatorPort}/market/ws/${SYMBOL}@kline_1m`);
  await once(exchange, 'open');
  exchange.on('message', (data: Buffer) => {
    const { k } = JSON.parse(data.toString());
    if (k?.x === true && !closedAt.has(String(k.T))) closedAt.set(String(k.T), Date.now());
  });
  let isEnded = false;
  const look = async (): Promise<void> => {
    const status = await ask(address, visitor, { path: '/api/status' });
    const minute = String(Date.parse(status.market_time));
    if (status.decided_at !== null) decidedAt.set(minute, Date.parse(status.decided_at));
  };
  const looking = (async () => {
    while (!isEnded) {
      await look().catch(() => {}); // The load counts failures; here only minutes count.
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  })();
  return {
    end() {
      isEnded = true;
      void looking;
      exchange.terminate();
      return [...decidedAt].flatMap(([minute, at]) => {
        const closed = closedAt.get(minute);
        return closed === undefined ? [] : [at - closed];
      });
    },
  };
}
