import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Exchange } from './exchange/exchange.ts';
import { openExchange } from './exchange/open-exchange.ts';
import type { Disturbance, SimulatedMarket } from './market/market.ts';
import { openMarket } from './market/open-market.ts';
import { type ClockKind, type Pace, startedClock } from './market-clock.ts';
import { type MovingClock, movingClock, wallClock, wallNow } from './moving-clock.ts';
import { loadedCheckpoints, type StoredCheckpoints } from './prices/days/checkpoints.ts';
import type { ListedSymbol } from './prices/listed-symbols.ts';
import { openPrices } from './prices/open-prices.ts';
import type { StoredPastBars } from './prices/past-bars.ts';
import { shiftedPrices } from './prices/shifted-prices.ts';
import { type RunningSimulation, runSimulation, type World, worldSnapshot } from './run-simulation.ts';
import type { ApiKey } from './simulation.ts';
import { openRecorder } from './stored/recorder.ts';
import {
  type JournalEntry,
  keepSetup,
  lastInstant,
  readState,
  type StoredSetup,
  type StoredState,
  type WantedSetup,
} from './stored/stored-state.ts';

/** What saves a first start the time to compute its past. */
export interface PreparedMarket {
  readonly checkpoints: StoredCheckpoints;
  readonly pastBars: StoredPastBars;
}

/** Where a simulation is stored, what its market is made from, and how it runs. */
export interface SimulationSetup {
  /** The data folder; created if missing. Must be used by this process alone. */
  readonly folder: string;
  /** Seed and minutes apply to a first start only; a stored market keeps its own. */
  readonly seed: number;
  readonly firstMinute: Instant;
  readonly startMinute: Instant;
  /** Where the clock begins at a first start, not before the start minute; the prices do not depend on it. */
  readonly beginMinute?: Instant;
  /** Identifies the replayed recording; changes with its content. */
  readonly recording: string;
  readonly symbols: (begin: {
    readonly firstMinute: Instant;
    readonly startMinute: Instant;
  }) => readonly ListedSymbol[];
  /** What is computed beforehand of prices of the same seed, minutes and recording. */
  readonly prepared?: PreparedMarket;
  /** Defaults to the stored pace, or ×1 at a first start; without effect on the machine's clock. */
  readonly pace?: Pace;
  /** The clock that market time follows, by default its own; a stored market must have the same. */
  readonly clock?: ClockKind;
}

/**
 * Opens the simulated exchange of a folder at the state in which it stopped. Snapshot, journal and clock restore
 * accounts, orders, positions and income exactly, because matching is a function of market and commands.
 * @throws AppError SIMULATOR_DAMAGED, SIMULATOR_MARKET_OTHER, SIMULATOR_AHEAD
 */
export async function openSimulation(setup: SimulationSetup): Promise<RunningSimulation> {
  const { folder } = setup;
  const kept = await keepSetup(folder, wantedSetup(setup));
  const { seed, firstMinute, startMinute, shiftDays = 0 } = kept;
  const stored = await readState(folder);
  const prepared = isSameMarket(kept, setup) ? setup.prepared : undefined;
  const checkpoints = loadedCheckpoints(stored.snapshot?.checkpoints ?? prepared?.checkpoints ?? {});
  const listed = setup.symbols({ firstMinute, startMinute });
  const pastBars = prepared?.pastBars ?? {};
  const made = openPrices({ seed, symbols: listed, firstMinute, startMinute, checkpoints, pastBars });
  const prices = shiftedPrices(made, shiftDays);
  const beginMinute = kept.beginMinute ?? prices.startMinute;
  const { market, exchange, disturbances } = openWorld(stored, openMarket(prices), beginMinute);
  const keys = new Map<string, ApiKey>((stored.snapshot?.keys ?? []).map((key) => [key.apiKey, key]));
  const world: World = { market, exchange, keys, disturbances, checkpoints };
  for (const entry of stored.entries) {
    exchange.advance(entry.at);
    redo(world, entry);
  }
  const stoodAt = instantOf(Math.max(exchange.now(), lastInstant(stored) ?? 0));
  exchange.advance(stoodAt);
  const clock = clockFrom(stoodAt, setup.pace ?? lastPace(stored), setup);
  exchange.advance(clock.now()); // What the market went through while nobody ran it, before anybody is answered.
  const recorder = await openRecorder(folder, stored);
  await recorder.foldIfLong(() => worldSnapshot(world, clock.pace()));
  recorder.waitForRoom(true); // Until here nobody is told of a full disk but whoever starts the program.
  return runSimulation({ world, recorder, clock });
}

/**
 * What a first start stores. A market that follows the machine's clock is shifted by whole days, so that it starts within
 * a day before the present, and begins at the present.
 */
function wantedSetup({ seed, recording, firstMinute, startMinute, beginMinute, clock }: SimulationSetup): WantedSetup {
  const made = { seed, recording, firstMinute, startMinute };
  if (clock !== 'wall') return { ...made, ...(beginMinute === undefined ? {} : { beginMinute }) };
  const now = instantOf(Date.now());
  const shiftDays = Math.floor((now - startMinute) / DAY_MS);
  return { ...made, beginMinute: startOf(now, MINUTE_MS), shiftDays };
}

/** How far market time may be ahead of the machine's clock: as much as clocks are corrected by. */
const AHEAD_MS_MAX = MINUTE_MS;

function clockFrom(stoodAt: Instant, pace: Pace, { clock, folder }: SimulationSetup): MovingClock {
  if (clock !== 'wall') return movingClock(startedClock({ market: stoodAt, pace }, wallNow()));
  const now = instantOf(Date.now());
  if (stoodAt <= later(now, AHEAD_MS_MAX)) return wallClock(stoodAt);
  const [stood, shown] = [new Date(stoodAt).toISOString(), new Date(now).toISOString()];
  throw new AppError(
    'SIMULATOR_AHEAD',
    `The simulated market in ${folder} follows the machine's clock, and has reached ${stood}; the clock shows ${shown}. Set the clock right, or delete the folder to start over.`,
  );
}

function isSameMarket(kept: StoredSetup, setup: SimulationSetup): boolean {
  return kept.seed === setup.seed && kept.firstMinute === setup.firstMinute && kept.startMinute === setup.startMinute;
}

function openWorld(
  { snapshot }: StoredState,
  market: SimulatedMarket,
  startAt: Instant,
): { readonly market: SimulatedMarket; readonly exchange: Exchange; readonly disturbances: Disturbance[] } {
  const disturbances = [...(snapshot?.disturbances ?? [])];
  for (const disturbance of disturbances) market.disturb(disturbance);
  const from = snapshot?.exchange ?? null;
  const exchange = openExchange(from === null ? { market, startAt } : { market, snapshot: from });
  return { market, exchange, disturbances };
}

/** Replays an entry of the journal at its own instant. */
function redo({ market, exchange, keys, disturbances }: World, entry: JournalEntry): void {
  switch (entry.kind) {
    case 'command':
      exchange.execute(entry.command);
      return;
    case 'disturbance':
      disturbances.push(entry.disturbance);
      market.disturb(entry.disturbance);
      return;
    case 'key':
      keys.set(entry.key.apiKey, entry.key);
      return;
    case 'key-removed':
      keys.delete(entry.apiKey);
      return;
    case 'pace':
      return;
  }
}

function lastPace({ snapshot, entries }: StoredState): Pace {
  const changed = entries.findLast((entry) => entry.kind === 'pace');
  return changed?.kind === 'pace' ? changed.pace : (snapshot?.pace ?? { kind: 'run', speed: 1 });
}
