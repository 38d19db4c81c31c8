import { HOUR_MS, type Instant, startOf } from '#base/time.ts';
import type { SnapshotRequest } from '#lab/screener/take-snapshots.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import type { ReadPast } from '#ports/market-past.ts';
import type { MarketSurvey } from '#ports/market-survey.ts';
import type { SymbolSnapshot } from '#ports/screener.ts';
import type { MarketSnapshot } from '#server/screener/screener-services.ts';
import type { Database } from '#storage/database/database.ts';
import { loadSnapshots, saveSnapshots } from '#storage/screener/symbol-snapshots.ts';
import { recentMinutes } from './recent-minutes.ts';
import { surveyAll } from './survey-all.ts';

/** Wall times: how often it is looked whether a market hour has begun, and how soon after a start. */
const LOOK_MS = 2_000;
const FIRST_LOOK_MS = 60_000;
/** At a fast market speed an hour of the market passes in seconds. */
const BETWEEN_MS_MIN = 300_000;
/** After a download, of which several may end one after another. */
const CHANGED_MS = 10_000;

export interface LookSource {
  /** The engine's login. */
  readonly database: Database;
  /** The folder of the market's candles. */
  readonly folder: string;
  readonly contracts: () => Promise<readonly ContractFacts[]>;
  readonly readPast: ReadPast;
  readonly survey: MarketSurvey;
  /** The end of the last closed minute. */
  readonly marketNow: () => Instant;
  /** Computes the figures of every stored past, apart from requests and bots. */
  readonly takeSnapshots: (request: SnapshotRequest) => Promise<readonly SymbolSnapshot[]>;
  readonly warn: (line: string) => void;
}

/** Looks the whole market over once a market hour, and keeps what it found. */
export class MarketLook {
  private readonly source: LookSource;
  private readonly stopping = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private known: Promise<MarketSnapshot | null> | null = null;
  private running: Promise<void> | null = null;
  private isPastChanged = false;
  /** Somebody has asked before anything was known. */
  private isWanted = false;
  /** The market hour at the first look. */
  private firstHour: Instant | null = null;
  /** Wall time of the next look at the earliest. */
  private nextMs = performance.now() + FIRST_LOOK_MS;

  constructor(source: LookSource) {
    this.source = source;
    const look = () => void this.look().catch((error: unknown) => source.warn(String(error)));
    this.timer = setInterval(look, LOOK_MS).unref();
  }

  /** The last snapshot; null before the first, which is then taken at once. */
  async latest(): Promise<MarketSnapshot | null> {
    const known = await this.loaded();
    if (known !== null || this.running !== null) return known;
    this.isWanted = true;
    this.nextMs = Math.min(this.nextMs, performance.now());
    return known;
  }

  /** What is stored of the past has changed: the next look does not wait for the hour. */
  pastChanged(): void {
    this.isPastChanged = true;
    this.nextMs = Math.min(this.nextMs, performance.now() + CHANGED_MS);
  }

  /** What is under way ends by itself, with its figures unsaved: a database that does not answer must not delay a stop. */
  stop(): void {
    clearInterval(this.timer);
    this.stopping.abort();
  }

  private loaded(): Promise<MarketSnapshot | null> {
    if (this.known === null) {
      const loading = loadMarket(this.source.database);
      this.known = loading;
      loading.catch(() => {
        this.known = null; // The next caller asks the database again.
      });
    }
    return this.known;
  }

  private async look(): Promise<void> {
    if (this.running !== null || performance.now() < this.nextMs) return;
    const known = await this.loaded();
    const hour = startOf(this.source.marketNow(), HOUR_MS);
    this.firstHour ??= hour;
    const before = known === null ? this.firstHour : startOf(known.takenAt, HOUR_MS);
    const isDue = before < hour || this.isPastChanged || (known === null && this.isWanted);
    if (!isDue || this.running !== null) return;
    this.isPastChanged = false;
    this.running = this.takeAll(known)
      .catch((error: unknown) => {
        if (!this.stopping.signal.aborted) this.source.warn(`The market could not be looked over: ${String(error)}`);
      })
      .finally(() => {
        this.running = null;
        this.nextMs = performance.now() + (this.isPastChanged ? CHANGED_MS : BETWEEN_MS_MIN);
      });
  }

  private async takeAll(before: MarketSnapshot | null): Promise<void> {
    const { source } = this;
    const contracts = (await source.contracts()).filter(({ listing }) => listing.status !== 'DELISTED');
    const now = source.marketNow();
    const taken = await source.takeSnapshots({
      ...{ folder: source.folder, now, tails: await recentMinutes(source.readPast, contracts, now) },
      contracts: contracts.map(({ listing: { instrument, fundingHours } }) => ({ instrument, fundingHours })),
    });
    const snapshots = taken.map((one) => withSurvey(one, before?.bySymbol.get(one.symbol)));
    await this.publish(snapshots, now);
    await this.publish(await surveyAll({ ...source, contracts, snapshots, signal: this.stopping.signal }), now);
  }

  private async publish(snapshots: readonly SymbolSnapshot[], takenAt: Instant): Promise<void> {
    this.known = Promise.resolve(marketOf(snapshots, takenAt));
    await saveSnapshots(this.source.database, snapshots, takenAt);
  }
}

async function loadMarket(database: Database): Promise<MarketSnapshot | null> {
  const stored = await loadSnapshots(database);
  return stored && marketOf(stored.snapshots as readonly SymbolSnapshot[], stored.takenAt); // As they were saved.
}

function marketOf(snapshots: readonly SymbolSnapshot[], takenAt: Instant): MarketSnapshot {
  return { takenAt, bySymbol: new Map(snapshots.map((one) => [one.symbol, one])) };
}

/** What the exchange told before stands until it is asked again. */
function withSurvey(taken: SymbolSnapshot, before: SymbolSnapshot | undefined): SymbolSnapshot {
  if (before === undefined) return taken;
  return { ...taken, surveyedAt: before.surveyedAt, figures: { ...before.figures, ...taken.figures } };
}
