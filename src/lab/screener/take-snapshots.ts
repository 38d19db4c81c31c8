import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { barTable } from '#engine/scan/bar-table.ts';
import { lastClose } from '#engine/scan/market-minutes.ts';
import type { MarketPast } from '#ports/market-past.ts';
import {
  type Figure,
  type Figures,
  type MissingReason,
  PAST_FIGURES,
  type ScreenedContract,
  type SymbolSnapshot,
} from '#ports/screener.ts';
import { btcFigures, type HourlyReturns, hourlyReturns } from './btc-figures.ts';
import { correlationClusters } from './correlation-clusters.ts';
import { fundingFigures } from './funding-figures.ts';
import { moveFigures } from './move-figures.ts';
import { priceFigures } from './price-figures.ts';
import { type ScreenedPast, screenedPast } from './screened-past.ts';
import { pastReader } from './symbol-past.ts';
import { volatilityFigures } from './volatility-figures.ts';

/** What the longest figure reads, an average of 200 days, with as much again for its beginning to be forgotten. */
const PAST_DAYS = 400;
const BITCOIN = 'BTCUSDT';
const SPARK_HOURS = 4;
const SPARK_POINTS = (7 * 24) / SPARK_HOURS + 1;

export interface SnapshotRequest {
  /** The folder of the market's candles. */
  readonly folder: string;
  readonly contracts: readonly ScreenedContract[];
  /** By symbol, minutes that may not be in the files yet. */
  readonly tails: ReadonlyMap<string, MarketPast>;
  /** The end of the last closed minute. */
  readonly now: Instant;
}

interface Read {
  readonly snapshot: SymbolSnapshot;
  readonly returns: HourlyReturns | null;
}

/** Computes the figures of every symbol's stored past, one symbol after the other. */
export async function takeSnapshots(request: SnapshotRequest): Promise<readonly SymbolSnapshot[]> {
  const { folder, contracts, tails, now } = request;
  const read = pastReader(folder, startOf(later(now, -PAST_DAYS * DAY_MS), DAY_MS));
  const pastOf = (symbol: string) => read(symbol, tails.get(symbol) ?? null);
  const bitcoin = contracts.some(({ instrument }) => instrument.symbol === BITCOIN) ? await pastOf(BITCOIN) : null;
  const btc = bitcoin === null ? null : hourlyReturns(barTable(bitcoin, '1h'));
  const found: Read[] = [];
  for (const contract of contracts) {
    found.push(readSymbol(contract, await pastOf(contract.instrument.symbol), btc));
    await nextTurn(); // The thread may be told to stop in between.
  }
  return withClusters(found);
}

function readSymbol(
  { instrument, fundingHours }: ScreenedContract,
  stored: SymbolHistory | null,
  btc: HourlyReturns | null,
): Read {
  const { symbol } = instrument;
  if (stored === null) {
    const snapshot = { symbol, pastAt: null, surveyedAt: null, figures: allMissing('NOT_STORED'), spark: [] };
    return { snapshot, returns: null };
  }
  const past = screenedPast(stored, instrument, fundingHours);
  const figures = {
    ...priceFigures(past),
    ...volatilityFigures(past),
    ...btcFigures(past, btc),
    ...fundingFigures(past),
    ...moveFigures(past),
  };
  const snapshot = { symbol, pastAt: past.end, surveyedAt: null, figures, spark: sparkOf(past) };
  return { snapshot, returns: hourlyReturns(past.hourly) };
}

function allMissing(reason: MissingReason): Figures {
  return Object.fromEntries(PAST_FIGURES.map((name) => [name, reason]));
}

/** As many closes as are stored of the week, ending with the last one. */
function sparkOf({ stored }: ScreenedPast): readonly number[] {
  const { length } = stored.columns.close;
  const minutes = (SPARK_HOURS * HOUR_MS) / MINUTE_MS;
  const points: number[] = [];
  for (let point = SPARK_POINTS - 1; point >= 0; point -= 1) {
    const close = lastClose(stored, { from: 0, to: length - point * minutes });
    if (close !== null) points.push(close);
  }
  return points;
}

/** The groups of those whose thirty days are stored, the most traded first. */
function withClusters(read: readonly Read[]): readonly SymbolSnapshot[] {
  const volumeOf = ({ snapshot }: Read): number => {
    const volume: Figure | undefined = snapshot.figures.volumeMonthMedian;
    return typeof volume === 'number' ? volume : 0;
  };
  const ordered = read
    .toSorted((one, other) => volumeOf(other) - volumeOf(one))
    .flatMap(({ snapshot, returns }) => (returns === null ? [] : [{ symbol: snapshot.symbol, returns }]));
  const clusters = correlationClusters(ordered);
  return read.map(({ snapshot }) => ({
    ...snapshot,
    figures: {
      ...snapshot.figures,
      correlationCluster: clusters.get(snapshot.symbol) ?? (snapshot.pastAt === null ? 'NOT_STORED' : 'PAST_SHORT'),
    },
  }));
}
