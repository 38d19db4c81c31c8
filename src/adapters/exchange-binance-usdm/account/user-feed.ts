import { type Instant, instantOf, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import type { AccountPicture, TradesSince, VenueEvent, VenueFill } from '#ports/venue.ts';
import type { InstrumentCatalog } from '../market/instrument-catalog.ts';
import type { Clients } from '../transport/clients.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import type { Signer } from '../transport/signer.ts';
import { readUserMessage, unresolved } from '../wire/read-user.ts';
import { AccountMemory } from './account-memory.ts';
import { UserStream } from './user-stream.ts';
import { tradesBehind } from './venue-reads.ts';

/** The feed's REST reads. */
export interface AccountReads {
  readonly account: string;
  picture(): Promise<AccountPicture>;
  readonly trades: (since: TradesSince) => Promise<readonly VenueFill[]>;
  /** Wallet and quantities, as `digestOf` writes them. */
  digest(): Promise<string>;
}

/** In wall milliseconds. */
export interface UserFeedTimes {
  readonly silenceMs: number;
  readonly watchMs: number;
  readonly retryMs: number;
  /** Minimum interval between lookups of unknown symbols. */
  readonly lookUpMs: number;
}

const TIMES: UserFeedTimes = { silenceMs: MINUTE_MS, watchMs: 5 * SECOND_MS, retryMs: SECOND_MS, lookUpMs: MINUTE_MS };
/** Maximum number of messages held while the account is read; more of them restart the read. */
const WAITING_MAX = 10_000;
const UNRESOLVED_MAX = 1_000;

/**
 * An account's events without gaps: first the stream, then everything by REST, then what the stream sent meanwhile.
 * Repeated after every interruption, and when a silent stream turns out to be dead.
 */
export class UserFeed {
  private readonly reads: AccountReads;
  private readonly catalog: InstrumentCatalog;
  private readonly times: UserFeedTimes;
  private readonly memory = new AccountMemory();
  private readonly stream: UserStream;
  private readonly timer: NodeJS.Timeout;
  private listener: (event: VenueEvent) => void = () => {};
  private phase: 'idle' | 'away' | 'reading' | 'live' | 'closed' = 'idle';
  private waiting: unknown[] = [];
  /** Messages about symbols that are not known yet. */
  private unknowns: unknown[] = [];
  private lookedUpAtMs = Number.NEGATIVE_INFINITY;
  /** Number of the connection; a read that belongs to an older one is abandoned. */
  private connection = 0;
  private heard: Instant | null = null;
  private checkedAtMs = 0;

  constructor(
    { clients, signer, catalog }: { clients: Clients; signer: Signer; catalog: InstrumentCatalog },
    reads: AccountReads,
    times: UserFeedTimes = TIMES,
  ) {
    this.reads = reads;
    this.catalog = catalog;
    this.times = times;
    this.stream = new UserStream(clients, signer, {
      message: (message) => this.onMessage(message),
      unreadable: () => this.readAnew(),
      up: () => this.onUp(),
      away: () => this.onAway(),
    });
    this.timer = setInterval(() => void this.watch().catch(() => {}), times.watchMs).unref();
  }

  /** Starts; the first picture follows once the stream is connected. */
  open(listener: (event: VenueEvent) => void): void {
    this.listener = listener;
    this.phase = 'away';
    this.stream.open();
  }

  /** From now on no later trade of the symbol is missed, and none up to the given one is reported. */
  track(since: TradesSince): void {
    this.memory.trades.track(since);
  }

  isTracked(symbol: string): boolean {
    return this.memory.trades.isTracked(symbol);
  }

  health(): { readonly isConnected: boolean; readonly heardAt: Instant | null } {
    return { isConnected: this.phase === 'live', heardAt: this.heard };
  }

  close(): void {
    this.phase = 'closed';
    clearInterval(this.timer);
    this.stream.close();
  }

  private onMessage(message: unknown): void {
    this.heard = instantOf(Date.now());
    if (this.phase === 'live') return this.apply(message);
    this.waiting.push(message);
    if (this.waiting.length > WAITING_MAX) this.stream.restart();
  }

  private onUp(): void {
    if (this.phase === 'closed') return;
    this.connection += 1;
    this.phase = 'reading';
    this.waiting = [];
    void this.readAll(this.connection);
  }

  /** Something was missed although the stream is connected. */
  private readAnew(): void {
    this.onAway();
    this.onUp();
  }

  private onAway(): void {
    if (this.phase === 'closed') return;
    const wasLive = this.phase === 'live';
    this.phase = 'away';
    if (wasLive) this.listener({ kind: 'gap' });
  }

  private async readAll(connection: number): Promise<void> {
    while (this.connection === connection && this.phase === 'reading') {
      try {
        return await this.read(connection);
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error;
        await sleep(Math.max(error.retryAfterMs ?? 0, this.times.retryMs));
      }
    }
  }

  private async read(connection: number): Promise<void> {
    await this.catalog.listed();
    const picture = await this.reads.picture();
    const fills = await this.missedFills();
    if (this.connection !== connection || this.phase !== 'reading') return;
    for (const fill of fills) this.tell({ kind: 'fill', fill });
    this.tell({ kind: 'picture', picture });
    this.phase = 'live';
    for (const message of this.waiting.splice(0)) this.apply(message);
  }

  private async missedFills(): Promise<readonly VenueFill[]> {
    const missed: VenueFill[] = [];
    for (const since of this.memory.trades.since()) {
      if (this.catalog.known.has(since.symbol)) missed.push(...(await tradesBehind(this.reads.trades, since)));
    }
    return missed.sort((a, b) => a.at - b.at);
  }

  private apply(message: unknown): void {
    try {
      for (const event of readUserMessage(message, (symbol) => this.catalog.known.get(symbol), this.reads.account)) {
        if (event.kind === 'unresolved' && event.event.symbol !== '') this.keep(message);
        this.tell(event);
      }
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      this.listener(unresolved('', message));
      this.readAnew(); // Its content cannot be parsed, so the account is read instead.
    }
  }

  private tell(event: VenueEvent): void {
    const news = this.memory.news(event);
    if (news !== null) this.listener(news);
  }

  private keep(message: unknown): void {
    this.unknowns = [...this.unknowns, message].slice(-UNRESOLVED_MAX);
    const now = performance.now();
    if (now - this.lookedUpAtMs < this.times.lookUpMs) return;
    this.lookedUpAtMs = now;
    this.catalog.refresh().then(
      () => this.resolve(),
      () => {}, // Retried with the next message of that kind.
    );
  }

  /** Reports kept messages about symbols that are known by now. */
  private resolve(): void {
    if (this.phase === 'closed') return;
    for (const message of this.unknowns.splice(0)) {
      const events = this.readKept(message);
      if (events === null) this.unknowns.push(message);
      else for (const event of events) this.tell(event);
    }
  }

  private readKept(message: unknown): readonly VenueEvent[] | null {
    try {
      const events = readUserMessage(message, (symbol) => this.catalog.known.get(symbol), this.reads.account);
      return events.some((event) => event.kind === 'unresolved') ? null : events;
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      return null; // Already reported as unresolved.
    }
  }

  /** Reopens a stream that is dead: it did not report a change that the account shows. */
  private async watch(): Promise<void> {
    if (this.phase === 'live') this.resolve();
    const heard = this.heard;
    const quietSinceMs = Math.max(heard ?? 0, this.checkedAtMs);
    if (this.phase !== 'live' || Date.now() - quietSinceMs < this.times.silenceMs) return;
    this.checkedAtMs = Date.now();
    const digest = await this.reads.digest();
    if (digest === this.memory.digest()) return;
    await sleep(this.times.retryMs); // A very recent change may still be arriving.
    if (this.heard === heard && this.phase === 'live') this.stream.restart();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
