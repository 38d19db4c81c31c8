import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { at } from '#base/assert.ts';
import { steps, ticks } from '#base/exact.ts';
import { DAY_MS, instantOf, later } from '#base/time.ts';
import { type Instrument, priceText } from '#engine/model/instrument.ts';
import { ADMIN_HEADER } from '#simulator/admin/admin-token.ts';
import type { ProfileName } from '#simulator/admin/faults/profiles.ts';
import type { ClockKind } from '#simulator/market-clock.ts';
import type { PreparedMarket } from '#simulator/open-simulation.ts';
import { openSimulator } from '#simulator/open-simulator.ts';
import { storedCheckpoints } from '#simulator/prices/days/checkpoints.ts';
import { type ListedSymbol, listedSymbols } from '#simulator/prices/listed-symbols.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';
import type { RunningSimulation } from '#simulator/run-simulation.ts';
import type { ApiKey } from '#simulator/simulation.ts';
import { send, sendSigned, type WireReply } from './wire-client.ts';
import { instrumentOf, singleTier } from './worked-examples.ts';

/** The whole simulated exchange behind its port, in its own folder; only the test moves its clock. */
export interface WireWorld {
  readonly port: number;
  /** With encryption; 0 without. */
  readonly tlsPort: number;
  /** Where it stores its state. */
  readonly folder: string;
  readonly simulation: RunningSimulation;
  /** Internal failures, which no request should be able to cause. */
  readonly failures: readonly unknown[];
  /** Warnings about the wire for developers. */
  readonly warnings: readonly string[];
  /** A new account with 10,000 USDT. */
  trader(mode?: 'one-way' | 'hedge'): Promise<Trader>;
  /** The mark times `factor`, rounded to the symbol's grid. */
  near(symbol: string, factor: number): string;
  /** Advances market time. */
  pass(ms: number): Promise<void>;
  /** The header that the admin API asks for. */
  readonly adminHeaders: Readonly<Record<string, string>>;
  /** Sends a request to the admin API. */
  admin(act: string, body?: object): Promise<void>;
  close(): Promise<void>;
}

/** A client that sends signed requests. */
export interface Trader {
  readonly key: ApiKey;
  get(path: string, params?: Sent): Promise<WireReply>;
  post(path: string, params?: Sent): Promise<WireReply>;
  put(path: string, params?: Sent): Promise<WireReply>;
  delete(path: string, params?: Sent): Promise<WireReply>;
}

export type Sent = Readonly<Record<string, string>>;

const SEED = 7;
const START = instantOf(Date.UTC(2026, 2, 2));
const SPAN = { firstMinute: later(START, -30 * DAY_MS), startMinute: START };
/** From the exchange's real listing: large ids, an old symbol, a recent one, a halted one. */
const LISTED = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'LTCUSDT', 'TIAUSDT', 'WAVESUSDT'];

/** Contracts with filters that no listed one has, so that every refusal can be produced. */
function oddSymbols(model: ListedSymbol): readonly ListedSymbol[] {
  const grids = { notionalMin: '5', brackets: singleTier('0.01') };
  const coarse = instrumentOf({ symbol: 'COARSEUSDT', tick: '0.005', step: '0.02', ...grids });
  const low = instrumentOf({ symbol: 'LOWUSDT', tick: '0.01', step: '1', ...grids });
  return [
    // A minimum quantity of three steps, ticks of five, and market orders that may hardly move the price.
    { ...model, ...listingOf({ ...coarse, quantityMin: steps(3) }, 4_000), marketTakeBound: '0.00000001' },
    // A price so low that its book cannot have twenty bid levels.
    { ...model, ...listingOf(low, 6) },
  ];
}

/** What every world lists. */
function standingSymbols(): readonly ListedSymbol[] {
  const all = listedSymbols({ ...SPAN, recordings: new Map() });
  const listed = all.filter(({ instrument }) => LISTED.includes(instrument.symbol));
  return [...listed, ...oddSymbols(at(listed, 0))];
}

let prepared: PreparedMarket | undefined;

/** The past of their prices, computed once in a process, as the program's ships with it. */
function preparedMarket(): PreparedMarket {
  prepared ??= computedMarket();
  return prepared;
}

function computedMarket(): PreparedMarket {
  const checkpoints = new Map();
  const symbols = standingSymbols();
  const prices = openPrices({ seed: SEED, symbols, ...SPAN, checkpoints });
  for (const { instrument } of symbols) prices.candle(instrument.symbol, START);
  return { checkpoints: storedCheckpoints(checkpoints), pastBars: {} };
}

function coinSymbols(model: ListedSymbol, count: number): readonly ListedSymbol[] {
  return Array.from({ length: count }, (_, number) => {
    const baseAsset = `COIN${number}`;
    return { ...model, instrument: { ...model.instrument, baseAsset, symbol: `${baseAsset}USDT` } };
  });
}

function listingOf(instrument: Instrument, startTicks: number) {
  const { tick, step } = instrument;
  const source = { kind: 'generated', startTicks, dayVolume: 1e8 } as const;
  return { instrument, source, pricePrecision: tick.decimals, quantityPrecision: step.decimals };
}

export interface WireWorldOptions {
  /** Number of further contracts, COIN0USDT and on. */
  readonly coins?: number;
  /** On the machine's clock, time passes as the test sets the faked date. */
  readonly clock?: ClockKind;
  readonly profile?: ProfileName;
  /** A second port with encryption. */
  readonly isEncrypted?: boolean;
  /** Further host names. */
  readonly hosts?: readonly string[];
  /** A folder of the test's own, which is left; otherwise a new one. */
  readonly folder?: string;
}

export async function openWireWorld(options: WireWorldOptions = {}): Promise<WireWorld> {
  const { coins = 0, clock = 'own' } = options;
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'botyard-wire-')));
  const failures: unknown[] = [];
  const warnings: string[] = [];
  const simulator = await openSimulator({
    setup: {
      folder,
      seed: SEED,
      ...SPAN,
      recording: 'none',
      symbols() {
        const standing = standingSymbols();
        return [...standing, ...coinSymbols(at(standing, 0), coins)];
      },
      prepared: preparedMarket(),
      pace: { kind: 'step' },
      clock,
    },
    host: '127.0.0.1',
    port: 0,
    hosts: options.hosts ?? [],
    tlsPort: options.isEncrypted === true ? 0 : null,
    profile: options.profile ?? 'ideal',
    warn: (sentence) => warnings.push(sentence),
    onFailure: (cause) => failures.push(cause),
  });
  const { simulation, port, tlsPort, adminToken } = simulator;
  const adminHeaders = { [ADMIN_HEADER]: adminToken };
  let traders = 0;
  return {
    port,
    tlsPort: tlsPort ?? 0,
    folder,
    simulation,
    failures,
    warnings,
    async trader(mode = 'one-way') {
      traders += 1;
      const label = `trader ${traders}`;
      const key = await simulation.openAccount({ label, deposit: '10000', isDualSide: mode === 'hedge' });
      if (key === null) throw new Error(`there is an account called ${label} already`);
      return traderOf(port, key);
    },
    near(symbol, factor) {
      const mark = simulation.market.mark(symbol, simulation.now());
      const { instrument } = at(
        [simulation.market.symbols.get(symbol)].flatMap((one) => one ?? []),
        0,
      );
      return priceText(instrument, ticks(Math.round((mark ?? 0) * factor)));
    },
    async pass(ms) {
      if (clock === 'own') return simulation.step(later(simulation.now(), ms));
      vi.setSystemTime(Date.now() + ms);
      simulation.now();
      await simulation.settled();
    },
    adminHeaders,
    async admin(act, body = {}) {
      const headers = { ...adminHeaders, 'Content-Type': 'application/json' };
      const reply = await send(port, { method: 'POST', path: `/admin/${act}`, body: JSON.stringify(body), headers });
      if (reply.status !== 200) throw new Error(`the admin surface answered ${reply.status} ${reply.text}`);
    },
    async close() {
      await simulator.close();
      if (options.folder === undefined) await rm(folder, { recursive: true });
    },
  };
}

/** The longest that the exchange allows: on a busy machine a request may wait for the exchange beside it. */
const RECEIVE_WINDOW = '60000';

function traderOf(port: number, key: ApiKey): Trader {
  const call =
    (method: string) =>
    (address: string, params: Sent = {}) =>
      sendSigned(port, key, [method, address], { recvWindow: RECEIVE_WINDOW, ...params });
  return { key, get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') };
}
