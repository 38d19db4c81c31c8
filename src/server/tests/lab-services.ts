import type { Outcome } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import type { getTestMonteCarlo, getTestReport } from '#contract/tests/test-report.ts';
import type { CycleRow, NetCycleRow } from '#storage/cycles/cycles.ts';
import type { CycleSort } from '#storage/cycles/sorted-cycles.ts';
import type { LogRow } from '#storage/logs.ts';
import type { OrderRow } from '#storage/orders.ts';
import type { AskedTest, PreparedTest, TestBounds } from '#storage/tests/asked-test.ts';
import type { NetCycleFilter, PageOf, ReportQuestion, RowPage } from '#storage/tests/report-question.ts';
import type { TestPace, TestPlan } from '#storage/tests/test-plan.ts';
import type { TradeRow } from '#storage/trades.ts';

/** How much of a wanted past is stored of a symbol. */
export interface CoveredSymbol {
  readonly symbol: string;
  /** Null where nothing is, or where no source has all symbols that share a wallet. */
  readonly source: 'stored' | 'recorded' | null;
  readonly minutesStored: number;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly minutesWithoutFunding: number;
}

/** Computes points again, in full; the last reports are kept, so that the pages of their rows cost little. */
export interface ReportServices {
  /** @throws AppError TEST_DATA_CHANGED, SLICE_NOT_FOUND, SLICE_REFUSED, as all of them */
  report(question: ReportQuestion): Promise<Reply<typeof getTestReport>>;
  /** Open ones first, then newest first, or by a column. */
  cycles(question: ReportQuestion, page: CyclePage): Promise<PageOf<CycleRow>>;
  netCycles(question: ReportQuestion, filter: NetCycleFilter): Promise<PageOf<NetCycleRow>>;
  trades(question: ReportQuestion, page: RowPage & { readonly symbol?: string | undefined }): Promise<PageOf<TradeRow>>;
  orders(question: ReportQuestion): Promise<readonly OrderRow[]>;
  /** What happened in one cycle; null when the run has no such cycle. */
  story(question: ReportQuestion, cycleId: string): Promise<CycleStory | null>;
  /** @throws AppError CYCLES_MISSING, too */
  monteCarlo(
    question: ReportQuestion,
    drawn: { readonly seed: number; readonly draws: number },
  ): Promise<Reply<typeof getTestMonteCarlo>>;
}

export interface CyclePage extends RowPage {
  readonly symbol?: string | undefined;
  readonly sort: CycleSort | null;
}

export interface CycleStory {
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
  readonly logs: readonly LogRow[];
}

/** What request handlers need from the lab, which computes backtests. */
export interface LabServices {
  /** Of the program that computes: results of another one may differ. */
  readonly engineVersion: string;
  /** How many points are computed at a time. */
  readonly workers: number;
  /** Checks a test and works out what it consists of. */
  prepare(asked: AskedTest, bounds: TestBounds): Promise<Outcome<PreparedTest>>;
  /** What is stored of the symbols of a test, in their order. */
  coverage(plan: TestPlan): Promise<readonly CoveredSymbol[]>;
  /** SHA-256 of what the test would rest on now; null where something is missing. */
  dataHash(plan: TestPlan): Promise<string | null>;
  /** Candles of a run that a worker passes over in a second: measured here, or assumed until something was. */
  speed(pace: TestPace): Promise<number>;
  /** Unfinished tests of all users, in the order in which they were made. */
  unfinished(): Promise<readonly string[]>;
  readonly reports: ReportServices;
  /** A test was created, cancelled or deleted. */
  wake(): void;
  /** Subscribes to changes of a user's tests; returns a function to unsubscribe. */
  onChange(listener: (ownerId: string) => void): () => void;
}
