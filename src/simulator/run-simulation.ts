import { randomBytes, randomUUID } from 'node:crypto';
import { cashFrom } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { type Instant, MINUTE_MS, startOf } from '#base/time.ts';
import type { AccountEvent } from './exchange/events.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Disturbance, Market } from './market/market.ts';
import { type MarketClock, marketTime, type Pace, stepTo, withPace } from './market-clock.ts';
import { type Checkpoints, storedCheckpoints } from './prices/checkpoints.ts';
import type { ApiKey, Simulation } from './simulation.ts';
import type { Recorder } from './stored/recorder.ts';
import type { JournalEntry, StoredSnapshot } from './stored/stored-state.ts';

/** What a simulation is made of; the maps and lists change as it runs. */
export interface World {
  readonly market: Market;
  readonly exchange: Exchange;
  readonly keys: Map<string, ApiKey>;
  readonly disturbances: Disturbance[];
  readonly checkpoints: Checkpoints;
}

/** A simulation with its end. */
export interface RunningSimulation extends Simulation {
  /** Stores everything and stops the clock. */
  close(): Promise<void>;
}

interface Parts {
  readonly world: World;
  readonly recorder: Recorder;
  readonly clock: MarketClock;
}

const TICK_MS = 50;
/** A process that slept longer than this was down, and market time pauses while it is. */
const ASLEEP_MS = 5_000;
const KEY_BYTES = 48;

/** Wall time that only goes forward; where it counts from means nothing. */
export function wallNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Lets market time run. Everything that is told waits until what it follows from is on disk. */
export function runSimulation({ world, recorder, clock: started }: Parts): RunningSimulation {
  const { market, exchange, keys, disturbances } = world;
  const clock = movingClock(started);
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
  const snapshot = (): Omit<StoredSnapshot, 'journal'> => ({
    pace: clock.pace(),
    keys: [...keys.values()],
    disturbances,
    checkpoints: storedCheckpoints(world.checkpoints),
    exchange: exchange.snapshot(),
  });
  const record = async (entry: JournalEntry): Promise<void> => {
    recorder.append(entry);
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
    now: moveOn,
    wallMs: clock.wallMs,
    skewWall: clock.skew,
    read: (look) => look(exchange, moveOn()),
    settled: () => recorder.settled(),
    async execute(command) {
      const at = moveOn();
      const reply = exchange.execute(command);
      if (reply.ok) await record({ kind: 'command', at, command });
      else await recorder.settled(); // The refusal may tell of something that is on its way to the disk.
      return reply;
    },
    async disturb(disturbance) {
      const at = moveOn();
      disturbances.push(disturbance);
      market.disturb(disturbance);
      await record({ kind: 'disturbance', at, disturbance });
    },
    async openAccount({ label, deposit, isDualSide }) {
      const known = [...keys.values()].find((key) => key.label === label);
      if (known !== undefined) return known;
      const key = newKey(label);
      const at = moveOn();
      const { accountId } = key;
      const command = { type: 'open-account', accountId, deposit: cashFrom(deposit), isDualSide } as const;
      const opened = exchange.execute(command);
      if (!opened.ok) throw new AppError('DEPOSIT_REFUSED', `No account can be opened with ${deposit} USDT.`);
      keys.set(key.apiKey, key);
      recorder.append({ kind: 'command', at, command });
      await record({ kind: 'key', at, key });
      return key;
    },
    keys: () => [...keys.values()],
    key: (apiKey) => keys.get(apiKey) ?? null,
    async setKey(apiKey, rights) {
      const known = keys.get(apiKey);
      if (known === undefined) return;
      const key = { ...known, ...rights };
      keys.set(apiKey, key);
      await record({ kind: 'key', at: moveOn(), key });
    },
    async removeKey(apiKey) {
      if (keys.delete(apiKey)) await record({ kind: 'key-removed', at: moveOn(), apiKey });
    },
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
      moveOn();
      await told.done();
      await recorder.close(snapshot());
    },
  };
}

/** The first account has a key that people know, to try the wire by hand. */
function newKey(label: string): ApiKey {
  const isKnown = label === 'simulated-key';
  const [apiKey, secret] = isKnown ? [label, 'simulated-secret'] : [randomKey(), randomKey()];
  const rights = { canTrade: true, canWithdraw: false, isIpRestricted: true };
  return { accountId: randomUUID(), label, apiKey, secret, ...rights };
}

/** 64 letters and digits, as the exchange's keys are. */
function randomKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url').replaceAll('-', 'A').replaceAll('_', 'B');
}

interface MovingClock {
  now(): Instant;
  wallMs(): number;
  skew(ms: number): void;
  pace(): Pace;
  setPace(pace: Pace): void;
  step(to: Instant): void;
}

function movingClock(started: MarketClock): MovingClock {
  let clock = started;
  let readAt = started.wallMs;
  let skewMs = 0;
  const read = (): number => {
    const wall = wallNow();
    // Anchored anew behind the sleep, where market time stood when it began.
    if (wall - readAt > ASLEEP_MS) clock = { ...clock, market: marketTime(clock, readAt), wallMs: wall };
    readAt = wall;
    return wall;
  };
  return {
    now: () => marketTime(clock, read()),
    wallMs: () => Date.now() + skewMs,
    skew: (ms) => {
      skewMs = ms;
    },
    pace: () => clock.pace,
    setPace: (pace) => {
      clock = withPace(clock, pace, read());
    },
    step: (to) => {
      clock = stepTo(clock, to);
    },
  };
}

interface Teller {
  happened(accountId: string, event: AccountEvent): void;
  /** Market time has moved on: tells it, with what happened until then. */
  upTo(now: Instant): void;
  /** Resolves when all of it was told. */
  done(): Promise<void>;
  onEvent: Simulation['onEvent'];
  onTick: Simulation['onTick'];
}

function teller(recorder: Recorder, from: Instant): Teller {
  const hearers = new Set<(accountId: string, event: AccountEvent) => void>();
  const watchers = new Set<(before: Instant, now: Instant) => void>();
  let events: { readonly accountId: string; readonly event: AccountEvent }[] = [];
  let toldUntil = from;
  let wanted = from;
  let isTelling = false;
  let telling: Promise<void> = Promise.resolve();

  const tell = async (): Promise<void> => {
    isTelling = true;
    while (wanted > toldUntil || events.length > 0) {
      const [now, batch] = [wanted, events];
      events = [];
      // Minutes and events are promises; what lies between may be told again after a crash, and is the same then.
      if (batch.length > 0 || startOf(now, MINUTE_MS) > toldUntil) await recorder.settled();
      for (const { accountId, event } of batch) for (const hear of [...hearers]) hear(accountId, event);
      const before = toldUntil;
      toldUntil = now;
      if (now > before) for (const watch of [...watchers]) watch(before, now);
    }
    isTelling = false; // Also when nothing had to be waited for, before the promise of this is even there.
  };
  return {
    happened: (accountId, event) => void events.push({ accountId, event }),
    upTo(now) {
      wanted = now;
      if (!isTelling) telling = tell();
    },
    done: async () => {
      await telling;
    },
    onEvent: (hear) => subscribed(hearers, hear),
    onTick: (watch) => subscribed(watchers, watch),
  };
}

function subscribed<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
