import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { loadHistory } from '#market/candle-files/history/load-history.ts';
import { listCandles } from '#market/candle-files/list-candles.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { RECORDING_MINUTES, RECORDING_START } from '#market/recording/recording.ts';
import { gridsOf } from '#market/store/open-symbol.ts';
import type { ClockKind, Pace } from '#simulator/market-clock.ts';
import type { PreparedMarket, SimulationSetup } from '#simulator/open-simulation.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';

/** Three weeks into the bundled recording: enough past for charts and the demo, and a week before the first seam. */
const START_INDEX = 30_240;
const SEED = 20_260_921;
/** Maximum part of a replayed folder that lies before the present of a first start. */
const PAST_DAYS_MAX = 30;
/** Charts show more history than one recording. */
const HISTORY_DAYS = 51;

interface Replay {
  readonly name: string;
  readonly recordings: ReadonlyMap<string, SymbolHistory>;
  readonly firstMinute: Instant;
  readonly startMinute: Instant;
  readonly prepared?: PreparedMarket;
}

export interface SimulatorWishes {
  readonly folder: string;
  /** `bundled`, `none` or a folder of candle files. */
  readonly replay: string;
  readonly pace: Pace;
  /** By default a clock of its own. */
  readonly clock?: ClockKind;
  /** The clock of a new market begins at this minute or later; by default at the market's own start. */
  readonly notBefore?: Instant | null;
}

/**
 * The setup of a simulated market: replayed symbols are recorded, all others are generated on the same clock.
 * @throws AppError CANDLES_MISSING when the folder has no candles of a listed symbol, CANDLE_FILE_DIFFERS when their
 * tick or step differs from the contract's; SIMULATOR_AHEAD when `notBefore` lies ahead of the machine's clock, which the
 * market is to follow
 */
export async function simulatorSetup(wishes: SimulatorWishes): Promise<SimulationSetup> {
  const { folder, replay, pace, notBefore = null, clock = 'own' } = wishes;
  if (clock === 'wall') refuseAhead(notBefore);
  const { name, recordings, ...market } = await openReplay(replay);
  return {
    folder,
    seed: SEED,
    recording: name,
    ...market,
    beginMinute: instantOf(Math.max(market.startMinute, notBefore ?? 0)),
    symbols: (begin) => listedSymbols({ ...begin, recordings }),
    pace,
    clock,
  };
}

function refuseAhead(notBefore: Instant | null): void {
  if (notBefore === null || notBefore <= Date.now()) return;
  throw new AppError(
    'SIMULATOR_AHEAD',
    `The accounts have reached ${new Date(notBefore).toISOString()}, ahead of the machine's clock, so a market cannot follow it (SIMULATOR_CLOCK=wall). Choose SIMULATOR_CLOCK=own, or another DATA_DIR.`,
  );
}

/** The first minute of the bundled market: one repetition before the recording. */
const BUNDLED_FIRST = later(RECORDING_START, -RECORDING_MINUTES * MINUTE_MS);
const BUNDLED_START = later(RECORDING_START, START_INDEX * MINUTE_MS);

async function openReplay(replay: string): Promise<Replay> {
  const bundled = { firstMinute: BUNDLED_FIRST, startMinute: BUNDLED_START };
  if (replay === 'none') return { name: 'no recording', recordings: new Map(), ...bundled };
  if (replay !== 'bundled') return openFolder(replay);
  const { symbols } = await recordedHistory([...recordedInstruments().keys()]);
  return { name: 'the bundled recording', recordings: symbols, ...bundled, prepared: await preparedMarket() };
}

/** Written by `scripts/pack-market.ts`; without it a first start generates its whole past. */
async function preparedMarket(): Promise<PreparedMarket> {
  const packed = await readFile(new URL('../../../data/simulated-market.json.gz', import.meta.url));
  const text = await promisify(gunzip)(packed);
  return JSON.parse(text.toString('utf8')) as PreparedMarket; // Ships with the program; a test compares it with the prices.
}

async function openFolder(folder: string): Promise<Replay> {
  const known = new Map(
    listedSymbols({ firstMinute: BUNDLED_FIRST, startMinute: BUNDLED_START, recordings: new Map() }).map(
      ({ instrument }) => [instrument.symbol, gridsOf(instrument)] as const,
    ),
  );
  const stored = listCandles(folder).filter(({ symbol }) => known.has(symbol));
  if (stored.length === 0) {
    throw new AppError(
      'CANDLES_MISSING',
      `The folder ${folder} has no candles of a symbol that the simulated exchange lists. Import some first (botyard candles import).`,
    );
  }
  const recordings = new Map<string, SymbolHistory>();
  for (const { symbol } of stored) {
    // In other ticks the same numbers would be other prices.
    const grids = known.get(symbol) ?? null;
    recordings.set(symbol, await loadHistory({ folder, symbol, from: null, to: null, grids }));
  }
  const [from, to] = [Math.min(...stored.map((one) => one.from)), Math.max(...stored.map((one) => one.to))];
  const past = Math.min(PAST_DAYS_MAX * DAY_MS, (to - from) / 2);
  const startMinute = startOf(instantOf(Math.floor(from + past)), MINUTE_MS);
  const name = stored.map((one) => `${one.symbol} ${one.from}-${one.to} (${one.minutes})`).join(', ');
  return {
    name: `candles of ${name}`,
    recordings,
    startMinute,
    firstMinute: later(startMinute, -HISTORY_DAYS * DAY_MS),
  };
}

/** The repetition of the bundled recording that contains a minute: 1 is the recording itself. */
export function bundledRound(minute: Instant): number {
  return Math.floor((minute - BUNDLED_FIRST) / MINUTE_MS / RECORDING_MINUTES);
}
