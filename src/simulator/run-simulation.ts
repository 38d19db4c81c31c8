import type { Instant } from '#base/time.ts';
import { accountKeys } from './account-keys.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Disturbance, SimulatedMarket } from './market/market.ts';
import type { Pace } from './market-clock.ts';
import type { MovingClock } from './moving-clock.ts';
import { type Checkpoints, storedCheckpoints } from './prices/days/checkpoints.ts';
import type { ApiKey, Simulation } from './simulation.ts';
import type { Recorder } from './stored/recorder.ts';
import type { JournalEntry, StoredSnapshot } from './stored/stored-state.ts';
import { teller } from './teller.ts';

/** The state of a simulation; its maps and lists change as it runs. */
export interface World {
  readonly market: SimulatedMarket;
  readonly exchange: Exchange;
  readonly keys: Map<string, ApiKey>;
  readonly disturbances: Disturbance[];
  readonly checkpoints: Checkpoints;
}

/** A simulation that can be closed. */
export interface RunningSimulation extends Simulation {
  /** Stores everything and stops the clock. */
  close(): Promise<void>;
}

interface Parts {
  readonly world: World;
  readonly recorder: Recorder;
  readonly clock: MovingClock;
}

const TICK_MS = 50;

/** Runs a simulation. Nothing is sent before everything it depends on is on disk. */
export function runSimulation({ world, recorder, clock }: Parts): RunningSimulation {
  const { market, exchange, keys, disturbances } = world;
  const told = teller(recorder, exchange.now());
  exchange.onEvent((accountId, event) => told.happened(accountId, event));

  const moveOn = (): Instant => {
    const to = clock.now();
    if (to > exchange.now()) {
      exchange.advance(to);
      recorder.moved(to);
    }
    return exchange.now();
  };
  const snapshot = (): Omit<StoredSnapshot, 'journal'> => worldSnapshot(world, clock.pace());
  const record = async (...entries: JournalEntry[]): Promise<void> => {
    for (const entry of entries) recorder.append(entry);
    told.upTo(exchange.now());
    await recorder.settled();
    await recorder.foldIfLong(snapshot);
  };
  const tick = (): void => {
    told.upTo(moveOn());
    market.prepare(exchange.now());
  };
  const timer = setInterval(tick, TICK_MS);

  return {
    market,
    clock: clock.kind,
    now: moveOn,
    wallMs: clock.wallMs,
    skewWall: clock.skew,
    read: (look) => look(exchange, moveOn()),
    settled: () => recorder.settled(),
    async execute(command) {
      const at = moveOn();
      const reply = exchange.execute(command);
      if (reply.ok) await record({ kind: 'command', at, command });
      else await recorder.settled(); // The refusal may reveal something that is not on disk yet.
      return reply;
    },
    async disturb(disturbance) {
      const at = moveOn();
      disturbances.push(disturbance);
      market.disturb(disturbance);
      await record({ kind: 'disturbance', at, disturbance });
    },
    ...accountKeys({ exchange, keys, moveOn, record }),
    pace: clock.pace,
    async setPace(pace) {
      const at = moveOn();
      clock.setPace(pace);
      await record({ kind: 'pace', at, pace });
    },
    async step(to) {
      clock.step(to);
      told.upTo(moveOn());
      await told.done();
    },
    onEvent: told.onEvent,
    onTick: told.onTick,
    async close() {
      clearInterval(timer);
      recorder.waitForRoom(false); // A stop must come to an end.
      moveOn();
      await told.done();
      await recorder.close(snapshot());
    },
  };
}

/** Everything up to now, to be stored. */
export function worldSnapshot(
  { keys, disturbances, checkpoints, exchange }: World,
  pace: Pace,
): Omit<StoredSnapshot, 'journal'> {
  return {
    pace,
    keys: [...keys.values()],
    disturbances,
    checkpoints: storedCheckpoints(checkpoints),
    exchange: exchange.snapshot(),
  };
}
