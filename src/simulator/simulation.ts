import type { Instant } from '#base/time.ts';
import type { ExchangeCommand } from './exchange/commands.ts';
import type { AccountEvent } from './exchange/events.ts';
import type { CommandValue, Exchange } from './exchange/exchange.ts';
import type { Disturbance, SimulatedMarket } from './market/market.ts';
import type { Pace } from './market-clock.ts';
import type { WireReply } from './wire-error.ts';

/** Who may call with a key. The secret is what the simulator needs to check signatures. */
export interface ApiKey {
  readonly accountId: string;
  readonly label: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly canTrade: boolean;
  readonly canWithdraw: boolean;
  readonly isIpRestricted: boolean;
}

/**
 * The running simulated exchange behind its wire: one market, one exchange, two clocks, and a journal that is on disk
 * before anything that follows from it is told to anybody.
 */
export interface Simulation {
  readonly market: SimulatedMarket;
  /** Market time now; the exchange has been brought up to it. */
  now(): Instant;
  /** Wall time in milliseconds, moved by the clock-skew fault: what signatures, rate windows and listen keys live by. */
  wallMs(): number;
  /** Moves the wall clock that clients see; the fault `clock-skew`. */
  skewWall(ms: number): void;
  /** Looks at the exchange, brought up to market time now. */
  read<T>(look: (exchange: Exchange, now: Instant) => T): T;
  /** Carries out and journals a command at once; resolves when it is on disk. */
  execute(command: ExchangeCommand): Promise<WireReply<CommandValue>>;
  disturb(disturbance: Disturbance): Promise<void>;
  /** A new account with its key, on disk when it resolves. One that has this label already is given again. */
  /** Resolves when everything that could be seen so far is on disk; to be awaited before it is told. */
  settled(): Promise<void>;
  openAccount(request: {
    readonly label: string;
    readonly deposit: string;
    readonly isDualSide: boolean;
  }): Promise<ApiKey>;
  keys(): readonly ApiKey[];
  key(apiKey: string): ApiKey | null;
  /** Rights of a key, to play what users may give their keys; on disk when it resolves. */
  setKey(apiKey: string, rights: Pick<ApiKey, 'canTrade' | 'canWithdraw' | 'isIpRestricted'>): Promise<void>;
  removeKey(apiKey: string): Promise<void>;
  pace(): Pace;
  setPace(pace: Pace): Promise<void>;
  /** Of a stepping clock: moves market time on. */
  step(to: Instant): Promise<void>;
  /** Account events, in order, once what caused them is on disk. */
  onEvent(listener: (accountId: string, event: AccountEvent) => void): () => void;
  /** Called after market time moved on (at least ten times a wall second while it runs), with the instants before and now. */
  onTick(listener: (before: Instant, now: Instant) => void): () => void;
}
