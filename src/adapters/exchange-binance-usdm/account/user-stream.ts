import type { WebsocketClient } from 'binance';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import { type Clients, requestOptions, streamClient } from '../transport/clients.ts';
import type { Signer } from '../transport/signer.ts';

const BACK_OFF: BackOff = { firstMs: 500, maxMs: 30_000, factor: 2 };

/** Callbacks of an account's stream. */
export interface UserStreamListener {
  message(message: unknown): void;
  unreadable(): void;
  /** Connected with a valid listen key. */
  up(): void;
  /** Disconnected; events may be missed from now on. */
  away(): void;
}

/**
 * The stream of an account. The library opens and renews the listen key, answers pings and reconnects with a fresh key
 * when the old one expires or the socket breaks; this class retries a failed first connection.
 */
export class UserStream {
  private readonly clients: Clients;
  private readonly apiKey: string;
  private readonly listener: UserStreamListener;
  private current: Connection | null = null;
  private retry: NodeJS.Timeout | undefined;

  constructor(clients: Clients, signer: Signer, listener: UserStreamListener) {
    this.clients = clients;
    this.apiKey = signer.apiKey;
    this.listener = listener;
  }

  /** Starts to connect; `up` is called once connected. @param failures - failed connections so far */
  open(failures = 0): void {
    const connection = this.connect();
    this.current = connection;
    connection.client
      .subscribeUsdFuturesUserDataStream()
      .catch(() => undefined)
      .then((connected) => {
        if (connected === undefined && this.current === connection) this.openAgain(connection, failures + 1);
      });
  }

  /** Drops the socket, so that the library reconnects. */
  restart(): void {
    const store = this.current?.client.getWsStore();
    for (const key of store?.getKeys() ?? []) store?.getWs(key)?.terminate();
  }

  close(): void {
    clearTimeout(this.retry);
    if (this.current !== null) putAway(this.current);
    this.current = null;
  }

  private openAgain(failed: Connection, failures: number): void {
    putAway(failed);
    this.retry = setTimeout(() => this.open(failures), backOffMs(BACK_OFF, failures));
  }

  private connect(): Connection {
    const { environment, transport, limiters } = this.clients;
    const state = { isOver: false };
    const charge = { weight: 1, urgency: 'order', isOver: () => state.isOver } as const;
    const client = streamClient(environment.urls.fapiStreams, {
      api_key: this.apiKey,
      api_secret: 'listen keys are not signed',
      restOptions: { baseUrl: environment.urls.fapiRest, disableTimeSync: true },
      requestOptions: requestOptions(transport, limiters.futures, { charge }),
    });
    client.on('message', (message) => this.listener.message(message));
    client.on('exception', (exception) => {
      if (typeof exception === 'object' && 'eventData' in exception) this.listener.unreadable();
    });
    client.on('open', () => this.listener.up());
    client.on('reconnected', () => this.listener.up());
    client.on('reconnecting', () => this.listener.away());
    return { client, state };
  }
}

/** A client of the library, and whether it has been put away. */
interface Connection {
  readonly client: WebsocketClient;
  readonly state: { isOver: boolean };
}

/**
 * Stops everything of a client, including what its own close leaves behind: a request for another listen key, which is
 * now never answered, and a timer that keeps the old key alive. The library does not expose that timer, so it is
 * reached by name; `user-stream.test.ts` tests it.
 */
function putAway({ client, state }: Connection): void {
  state.isOver = true;
  client.removeAllListeners();
  const store = client.getWsStore();
  const keys: unknown = Reflect.get(client, 'userDataStreamManager');
  for (const name of store.getKeys()) {
    const listenKey = name.split('_')[3]; // market_userData_symbol_listenKey_socket
    if (canTearDown(keys)) keys.teardownUserDataListenKey(listenKey, store.getWs(name));
  }
  client.closeAll(true);
}

function canTearDown(
  keys: unknown,
): keys is { teardownUserDataListenKey(listenKey: string | undefined, socket: unknown): void } {
  return typeof keys === 'object' && keys !== null && 'teardownUserDataListenKey' in keys;
}
