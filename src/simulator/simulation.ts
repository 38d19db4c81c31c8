import type { Instant } from '#base/time.ts';
import type { ExchangeCommand } from './exchange/commands.ts';
import type { AccountEvent } from './exchange/events.ts';
import type { CommandValue, Exchange } from './exchange/exchange.ts';
import type { Disturbance, SimulatedMarket } from './market/market.ts';
import type { ClockKind, Pace } from './market-clock.ts';
import type { WireReply } from './wire-error.ts';

/** An API key and its account. The secret is needed to check signatures; a key that signs with a pair has none. */
export interface ApiKey {
  readonly accountId: string;
  readonly label: string;
  readonly apiKey: string;
  readonly secret: string;
  /** In PEM, of a key that signs with the private half of a pair. */
  readonly publicKey?: string;
  readonly canTrade: boolean;
  readonly canWithdraw: boolean;
  readonly isIpRestricted: boolean;
}

/**
 * The running simulated exchange behind its API: one market, one exchange, two clocks, and a journal that is on disk
 * before anything that depends on it is sent.
 */
export interface Simulation {
  readonly market: SimulatedMarket;
  readonly clock: ClockKind;
  /** The current market time, to which the exchange has been advanced. */
  now(): Instant;
  /** Wall time in milliseconds, shifted by the clock-skew fault. Signatures, rate limits and listen keys use it. */
  wallMs(): number;
  /** Shifts the wall clock that clients see; the fault `clock-skew`. */
  skewWall(ms: number): void;
  /** Reads from the exchange, advanced to the current market time. */
  read<T>(look: (exchange: Exchange, now: Instant) => T): T;
  /** Executes and journals a command at once; resolves when it is on disk. */
  execute(command: ExchangeCommand): Promise<WireReply<CommandValue>>;
  disturb(disturbance: Disturbance): Promise<void>;
  /** Resolves when all state that was readable so far is on disk; await it before sending any of it. */
  settled(): Promise<void>;
  /** A new account with its key, on disk when it resolves; null when there is an account with this label. */
  openAccount(request: {
    readonly label: string;
    readonly deposit: string;
    readonly isDualSide: boolean;
  }): Promise<ApiKey | null>;
  /** A new key in place of the account's present ones, on disk when it resolves; null without an account of this label. */
  renewKey(label: string): Promise<ApiKey | null>;
  /** A further key to the account of this label, which signs with the private half of a pair; null without such an account. */
  registerKey(label: string, publicKey: string): Promise<ApiKey | null>;
  keys(): readonly ApiKey[];
  key(apiKey: string): ApiKey | null;
  /** Sets the permissions of a key, as users can on the exchange; resolves when they are on disk. */
  setKey(apiKey: string, rights: Pick<ApiKey, 'canTrade' | 'canWithdraw' | 'isIpRestricted'>): Promise<void>;
  removeKey(apiKey: string): Promise<void>;
  pace(): Pace;
  /** Only of a market with a clock of its own. */
  setPace(pace: Pace): Promise<void>;
  /** Advances market time in step mode. */
  step(to: Instant): Promise<void>;
  /** Called for account events, in order, once their cause is on disk. */
  onEvent(listener: (accountId: string, event: AccountEvent) => void): () => void;
  /**
   * Called after market time has advanced, at least ten times a wall second while it runs, with the previous and the
   * new instant.
   */
  onTick(listener: (before: Instant, now: Instant) => void): () => void;
}
