import type { Reply } from '#contract/call.ts';
import type { getTestBots, getTestMap } from '#contract/tests/test-bot.ts';
import type { estimateTest, getTest, getTestConditions } from '#contract/tests/test-condition.ts';
import type { getTestReport } from '#contract/tests/test-report.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { TEST_COSTS } from './test-costs.ts';

type TestRow = Reply<typeof getTestConditions>['items'][number];
type TestDetail = Reply<typeof getTest>;
type PointRow = Reply<typeof getTestBots>['items'][number];
type TestMap = Reply<typeof getTestMap>;
type Report = Reply<typeof getTestReport>;
type TestFigures = NonNullable<PointRow['figures']>;

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2025-05-04T00:00:00.000Z');
export const TEST_DAYS = 42;
const instant = (day: number): string => new Date(BEGIN + day * DAY_MS).toISOString();

const steps = ['0.6', '1', '1.4'] as const;
const profits = ['0.4', '0.8', '1.2', '1.6'] as const;
const axes = [
  { path: 'take_profit_percent', values: [...profits] },
  { path: 'step_percent', values: [...steps] },
];

export const LADDER = ladderParams.parse({ baseOrderSize: '100', stepPercent: '1', takeProfitPercent: '0.8' });

/** A test of twelve points on ETHUSDT over six weeks that has ended. */
export const toldTest = (change: Partial<TestRow> = {}): TestRow => ({
  ...{ conditionId: 't1', name: 'ETH ladder: step × take profit', kind: 'dca-bot' },
  ...{ strategyId: 's1', strategyName: 'ETH balanced', strategyVersion: 3, params: LADDER, symbols: ['ETHUSDT'] },
  ...{ dateFrom: instant(0), dateTo: instant(TEST_DAYS), wallet: 'each', walletUsdt: '1000.00000000' },
  costs: TEST_COSTS,
  ...{ fillPath: 'pessimistic', axes, sample: null, outOfSamplePercent: null, walkForward: null },
  ...{ rankBy: 'roi_committed', state: 'DONE', phase: null, pointsTotal: 12, pointsDone: 12, progressPercent: 100 },
  ...{ secondsLeft: null, testsAhead: null, failure: null, flags: ['MANY_TRIALS'], isStarred: true },
  best: { botId: 'p-1-1', symbols: ['ETHUSDT'], returnPercent: '30.73250000', maxDrawdownPercent: '13.91000000' },
  ...{ tags: ['eth'], note: 'The plateau is what counts.', engineVersion: '0.1.0', dataHash: 'a1b2c3d4e5f60718293a' },
  ...{ createdAt: instant(43), startedAt: instant(43), endedAt: new Date(BEGIN + 43 * DAY_MS + 41_000).toISOString() },
  ...change,
});

/** One that is being computed. */
export const runningTest = (change: Partial<TestRow> = {}): TestRow =>
  toldTest({
    ...{ conditionId: 't2', name: 'Three symbols', symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], state: 'RUNNING' },
    ...{ phase: 'points', pointsTotal: 90, pointsDone: 45, progressPercent: 48, secondsLeft: 12, endedAt: null },
    ...{ best: null, isStarred: false, tags: [], note: '', flags: [] },
    ...change,
  });

const toldFigures = (change: Partial<TestFigures> = {}): TestFigures => ({
  ...{ result: '307.32500000', unrealized: '-12.50000000', gross: '402.10000000', commission: '71.22500000' },
  ...{
    funding: '-11.05000000',
    liquidationFee: '0.00000000',
    equityEnd: '1307.32500000',
    returnPercent: '30.73250000',
  },
  ...{ committedMargin: '365.00000000', roiCommittedPercent: '84.19860000', marketChangePercent: '37.60000000' },
  ...{ maxDrawdown: '139.10000000', maxDrawdownPercent: '13.91000000', worstOpenLoss: '-151.20000000' },
  ...{ cycles: 112, wins: 111, winRatePercent: '99.10714286', profitFactor: '4.20000000', expectancy: '2.74397321' },
  ...{ payoff: '0.04000000', bestCycle: '8.21000000', worstCycle: '-96.04000000', dailyReturns: 42 },
  ...{ cagrPercent: '920.50000000', sharpe: '2.91000000', sortino: '3.10000000', calmar: '66.18000000' },
  ...{ timeInMarketPercent: '93.40000000', fills: 391, levelsFilledMax: 5, peakMargin: '365.00000000' },
  ...{ liquidations: 0, timeBlockedPercent: '0.00000000' },
  ...change,
});

/** The point at a column and a row of the grid. */
export function toldPoint(column: number, row: number, change: Partial<PointRow> = {}): PointRow {
  const returnPercent = returnAt(column, row);
  return {
    ...{ botId: `p-${column}-${row}`, conditionId: 't1', kind: 'dca-bot', symbols: ['ETHUSDT'] },
    params: { ...LADDER, takeProfitPercent: profits[column] ?? '', stepPercent: steps[row] ?? '' },
    point: [
      { path: 'take_profit_percent', value: profits[column] ?? null },
      { path: 'step_percent', value: steps[row] ?? null },
    ],
    ...{ state: 'DONE', refusal: null, rank: 1 + column + row * profits.length, outOfSample: null, flags: [] },
    figures: toldFigures({ returnPercent: `${returnPercent}0000000` }),
    plateau: plateauAt(column, row),
    ...change,
  };
}

/** A smooth hill around the second point of the second row, and a lone peak at the end of the first one. */
const returns = [
  ['12.4', '20.1', '14.8', '76.7'],
  ['24.9', '30.7', '26.2', '-3.5'],
  ['15.1', '22.6', '11.9', '-20.6'],
] as const;
const returnAt = (column: number, row: number): string => returns[row]?.[column] ?? '0.0';

function plateauAt(column: number, row: number): string {
  const near = returns
    .slice(Math.max(row - 1, 0), row + 2)
    .flatMap((line) => line.slice(Math.max(column - 1, 0), column + 2));
  return `${Math.min(...near.map(Number)).toFixed(1)}0000000`;
}

export const toldPoints = (): PointRow[] =>
  steps.flatMap((_, row) => profits.map((__, column) => toldPoint(column, row)));

export const toldMap = (change: Partial<TestMap> = {}): TestMap => ({
  ...{ x: axes[0] ?? null, y: axes[1] ?? null, fixed: [], symbols: ['ETHUSDT'], plateauBotId: 'p-1-1' },
  cells: steps.flatMap((_, y) =>
    profits.map((__, x) => ({
      ...{ x, y, botId: `p-${x}-${y}`, value: `${returnAt(x, y)}0000000`, returnPercent: `${returnAt(x, y)}0000000` },
      ...{ maxDrawdownPercent: '13.91000000', outOfSampleReturnPercent: null, plateau: plateauAt(x, y) },
    })),
  ),
  ...change,
});

export const toldTestDetail = (change: Partial<TestDetail> = {}): TestDetail => ({
  ...toldTest(),
  data: [
    {
      ...{ symbol: 'ETHUSDT', source: 'stored', terms: 'listed', dateFrom: instant(0), dateTo: instant(TEST_DAYS) },
      ...{ dataHash: 'a1b2c3d4e5f60718293a', makerFeePercent: '0.02', takerFeePercent: '0.05', minutesMissing: 0 },
      ...{ minutesFundingAssumed: 0, marketChangePercent: '37.60000000' },
    },
  ],
  pathsCompared: 12,
  trials: { count: 12, sharpeBest: '2.91', sharpeByLuck: '2.10', deflatedSharpe: '0.71', rankCorrelation: null },
  windows: [0, 1, 2].map((index) => ({
    symbols: ['ETHUSDT'],
    ...{ trainFrom: instant(index * 6), testFrom: instant(index * 6 + 16), testTo: instant(index * 6 + 22) },
    ...{
      botId: `p-${index}-0`,
      train: windowFigures('59.7'),
      test: windowFigures(['1.4', '-11.7', '-3.2'][index] ?? '0'),
    },
  })),
  ...change,
});

const windowFigures = (percent: string): TestFigures => toldFigures({ returnPercent: `${percent}0000000`, cycles: 26 });

const group = (name: string, cycles: number, result: string) => ({
  ...{ name, cycles, wins: Math.max(cycles - 1, 0), gross: '402.10000000', commission: '71.22500000' },
  ...{ funding: '-11.05000000', liquidationFee: '0.00000000', result },
});

/** Six weeks that rise, with a fall behind the middle. */
const curve = Array.from({ length: TEST_DAYS + 1 }, (_, day) => {
  const closed = day * 7.6;
  const open = day > 36 ? -139.1 * (1 - (day - 37) / 9) : -Math.abs(Math.sin(day)) * 30;
  const money = (amount: number) => amount.toFixed(8);
  return {
    ...{ ts: instant(day), closed: money(closed), equity: money(1_000 + closed + open) },
    ...{
      drawdownPercent: money((100 * -open) / (1_000 + closed)),
      holding: money(1_000 + day * 8.95 + Math.sin(day) * 60),
    },
    ...{ margin: money(120), exposure: money(600) },
  };
});

export const toldReport = (change: Partial<Report> = {}): Report => ({
  ...{ botId: 'p-1-1', conditionId: 't1', slice: 'whole', dateFrom: instant(0), dateTo: instant(TEST_DAYS) },
  ...{ symbols: ['ETHUSDT'], params: LADDER, flags: ['OPEN_AT_END', 'BRACKETS_OF_TODAY'] },
  figures: toldFigures(),
  drawdown: { peakAt: instant(36), troughAt: instant(37), recoveredAt: null },
  ...{ equityStart: '1000.00000000', curve },
  months: [
    { month: '2025-05', result: '201.10', returnPercent: '20.11', cycles: 70, marketPercent: '30.2' },
    { month: '2025-06', result: '106.225', returnPercent: '8.84', cycles: 42, marketPercent: '5.7' },
  ],
  bySymbol: [group('ETHUSDT', 112, '319.82500000'), group('open', 1, '-12.50000000')],
  byDirection: [group('buy', 112, '319.82500000'), group('open', 1, '-12.50000000')],
  byReason: [
    group('take_profit', 111, '415.86500000'),
    group('stop_loss', 1, '-96.04000000'),
    group('open', 1, '-12.50000000'),
  ],
  waterfall: [
    { name: 'gross', amount: '402.10000000' },
    { name: 'commission', amount: '-71.22500000' },
    { name: 'funding', amount: '-11.05000000' },
    { name: 'liquidation_fee', amount: '0.00000000' },
    { name: 'open', amount: '-12.50000000' },
    { name: 'result', amount: '307.32500000' },
  ],
  refused: [
    {
      ...{ reason: 'INSUFFICIENT_MARGIN', symbol: 'ETHUSDT', direction: 'buy', times: 3, bars: null, minutes: 95 },
      ...{ firstAt: instant(37), lastUntil: instant(38) },
    },
    {
      ...{ reason: 'RULES_UNKNOWN', symbol: 'ETHUSDT', direction: 'sell', times: 1, bars: 21, minutes: 315 },
      ...{ firstAt: instant(0), lastUntil: instant(1) },
    },
  ],
  bestDay: { day: '2025-05-12', result: '31.20000000' },
  worstDay: { day: '2025-06-10', result: '-96.04000000' },
  ...{ losingStreakMax: 1, winningStreakMax: 88, cycleMinutesMean: 514, cycleMinutesMax: 4_320 },
  ...{ equityMin: '981.20000000', volume: '81234.10000000', cyclesOpen: 1, orders: 903 },
  paths: { pessimistic: '307.32500000', optimistic: '324.10000000', differencePercent: '1.67750000' },
  ...{ engineVersion: '0.1.0', dataHash: 'a1b2c3d4e5f60718293a' },
  ...change,
});

/** Thirty points on BTCUSDT, of whose month four weeks are stored and a day of funding is not. */
export const toldEstimate = (change: Partial<Reply<typeof estimateTest>> = {}): Reply<typeof estimateTest> => ({
  ...{ combinations: 30, pointsTotal: 30, runs: 90, candles: 3_888_000, secondsExpected: 3, workers: 1, testsAhead: 0 },
  coverage: [
    {
      ...{ symbol: 'BTCUSDT', source: 'stored', minutesWanted: 43_200, minutesStored: 40_320, coveredPercent: 93 },
      ...{ dateFrom: '2025-04-27T00:00:00.000Z', dateTo: '2025-05-25T00:00:00.000Z', minutesWithoutFunding: 0 },
    },
  ],
  ...{ obstacles: [], reusedConditionId: null },
  ...change,
});
