import type { ColumnType } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { Json, NullableTime, Time } from '../database/columns.ts';
import type { PointFigures, TestedData, TestFailure, TestPlan, TestSummary } from './test-plan.ts';

/** Zero in a new row. */
type Counted = ColumnType<number, never, number>;

export type TestState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED';

/** A backtest. All its times are wall time: it belongs to its user and not to the market. */
export interface TestConditionsTable {
  conditionId: string;
  ownerId: string;
  name: string;
  kind: BotKind;
  /** The strategy as it was named then; null for parameters of its own. */
  strategyId: string | null;
  strategyName: string | null;
  strategyVersion: number | null;
  plan: Json<TestPlan>;
  /** SHA-256 of the plan: tests with the same one try the same. */
  planHash: string;
  state: TestState;
  /** What is being done while it runs. */
  phase: 'candles' | 'points' | 'walk_forward' | null;
  pointsTotal: number;
  pointsDone: number;
  /** Jobs of the queue. */
  runsTotal: number;
  runsDone: number;
  /** Of runs of its points, by jobs that are done, and how long workers took for them. */
  candlesPassed: Counted;
  workerMs: Counted;
  failure: Json<TestFailure> | null;
  data: Json<readonly TestedData[]>;
  dataHash: string | null;
  /** Null until all is computed, or it is cancelled. */
  summary: Json<TestSummary> | null;
  engineVersion: string;
  isStarred: boolean;
  tags: Json<readonly string[]>;
  note: string;
  createdAt: Time;
  startedAt: NullableTime;
  endedAt: NullableTime;
}

/** A point of a backtest; rows never change but for what compares them with one another. */
export interface TestBotsTable {
  botId: string;
  ownerId: string;
  conditionId: string;
  /** Place in the grid: symbols with wallets of their own one after the other, each with all sets. */
  number: number;
  symbols: Json<readonly string[]>;
  /** Places of its values among those of the axes. */
  point: Json<readonly number[]>;
  /** Why a bot with these parameters could not be created. */
  refusal: Json<TestFailure> | null;
  figures: Json<PointFigures> | null;
  outOfSample: Json<PointFigures> | null;
  /** By what points are ranked; the larger the better, null last. */
  rankValue: number | null;
  plateau: number | null;
  flags: Json<readonly string[]>;
  /** Pairs of float64: closed results and equity at the close of each UTC day and at the end, in 1e-8 USDT. */
  curve: Buffer | null;
}

/** A window of the walk-forward of one symbol, or of all that share a wallet. */
export interface TestWindowsTable {
  conditionId: string;
  ownerId: string;
  number: number;
  symbols: Json<readonly string[]>;
  trainFrom: Time;
  testFrom: Time;
  testTo: Time;
  /** The point that was best in the first part. */
  botId: string | null;
  train: Json<PointFigures> | null;
  test: Json<PointFigures> | null;
}
