import { type Instant, instantOf } from '#base/time.ts';
import type { Exchange } from './exchange/exchange.ts';
import { openExchange } from './exchange/open-exchange.ts';
import type { Disturbance, SimulatedMarket } from './market/market.ts';
import { openMarket } from './market/open-market.ts';
import { type Pace, startedClock } from './market-clock.ts';
import { wallNow } from './moving-clock.ts';
import { loadedCheckpoints, type StoredCheckpoints } from './prices/days/checkpoints.ts';
import type { ListedSymbol } from './prices/listed-symbols.ts';
import { openPrices } from './prices/open-prices.ts';
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
} from './stored/stored-state.ts';

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
  /** Precomputed checkpoints that speed up prices of the same seed, minutes and recording. */
  readonly checkpoints?: StoredCheckpoints;
  /** Defaults to the stored pace, or ×1 at a first start. */
  readonly pace?: Pace;
}

/**
 * Opens the simulated exchange of a folder at the state in which it stopped. Snapshot, journal and clock restore
 * accounts, orders, positions and income exactly, because matching is a function of market and commands.
 * @throws AppError SIMULATOR_DAMAGED, SIMULATOR_MARKET_OTHER
 */
export async function openSimulation(setup: SimulationSetup): Promise<RunningSimulation> {
  const { folder, recording } = setup;
  const kept = await keepSetup(folder, {
    seed: setup.seed,
    recording,
    firstMinute: setup.firstMinute,
    startMinute: setup.startMinute,
    ...(setup.beginMinute === undefined ? {} : { beginMinute: setup.beginMinute }),
  });
  const { seed, firstMinute, startMinute } = kept;
  const stored = await readState(folder);
  const known = stored.snapshot?.checkpoints ?? (isSameMarket(kept, setup) ? setup.checkpoints : undefined);
  const checkpoints = loadedCheckpoints(known ?? {});
  const listed = setup.symbols({ firstMinute, startMinute });
  const prices = openPrices({ seed, symbols: listed, firstMinute, startMinute, checkpoints });
  const { market, exchange, disturbances } = openWorld(stored, openMarket(prices), kept.beginMinute ?? startMinute);
  const keys = new Map<string, ApiKey>((stored.snapshot?.keys ?? []).map((key) => [key.apiKey, key]));
  const world: World = { market, exchange, keys, disturbances, checkpoints };
  for (const entry of stored.entries) {
    exchange.advance(entry.at);
    redo(world, entry);
  }
  const recorder = await openRecorder(folder, stored);
  const stoodAt = instantOf(Math.max(exchange.now(), lastInstant(stored) ?? 0, recorder.clock ?? 0));
  exchange.advance(stoodAt);
  const pace = setup.pace ?? lastPace(stored);
  await recorder.foldIfLong(() => worldSnapshot(world, pace));
  return runSimulation({ world, recorder, clock: startedClock({ market: stoodAt, pace }, wallNow()) });
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
