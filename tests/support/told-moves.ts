import type { Reply } from '#contract/call.ts';
import type { getLadderReach, getPriceMoveHistogram } from '#contract/market/price-moves.ts';

type Moves = Reply<typeof getPriceMoveHistogram>;
type Bin = Moves['drops']['bins'][number];

const EDGES = [
  '0',
  '0.1',
  '0.25',
  '0.5',
  '0.75',
  '1',
  '1.5',
  '2',
  '3',
  '4',
  '5',
  '7.5',
  '10',
  '15',
  '20',
  '30',
  '50',
  '100',
];

/** Bins that hold these counts, from the first on. */
function binsOf(counts: readonly number[], total: number): Bin[] {
  let before = 0;
  return EDGES.map((fromPercent, index) => {
    const count = counts[index] ?? 0;
    before += count;
    const percent = (part: number) => String((100 * part) / total);
    return {
      ...{ fromPercent, toPercent: EDGES[index + 1] ?? null, count },
      ...{ sharePercent: percent(count), cumulativePercent: percent(before) },
    };
  });
}

const swing = (day: number, dropPercent: string): Moves['drops']['largest'][number] => ({
  beginDate: `2025-05-${day}T10:00:00.000Z`,
  turnDate: `2025-05-${day}T11:00:00.000Z`,
  endDate: `2025-05-${day}T12:00:00.000Z`,
  ...{ beginPrice: '2500.00', deepestPrice: '2400.00', dropPercent },
});

const DAYS = { dateFrom: '2024-11-26T00:00:00.000Z', dateTo: '2025-05-25T00:00:00.000Z', daysAsked: 180 };

/** A thousand swings: half of them within 0.75 %, 99 % within 6 %, the deepest 9 %. */
export const toldMoves = (change: Partial<Moves> = {}): Moves => ({
  ...{ assetId: 'ETHUSDT', futuresTicker: 'ETHUSDT', direction: 'buy', reboundPercent: '1', horizonDays: 30 },
  ...{ ...DAYS, daysStored: '129.5', computedAt: '2026-11-25T20:00:00.000Z' },
  drops: {
    samples: 1_000,
    bins: binsOf([100, 100, 200, 150, 150, 100, 100, 50, 30, 10, 8, 2], 1_000),
    percent: { atP50: '0.75', atP75: '1.2', atP90: '2.5', atP95: '3.5', atP99: '6', max: '9' },
    minutes: { atP50: '95', atP75: '200', atP90: '400', atP95: '600', atP99: '900', max: '3000' },
    swingsADay: '7.72',
    open: { ...swing(24, '1.25'), endDate: null },
    largest: [swing(12, '9'), swing(14, '8.5')],
  },
  excursions: {
    samples: 200,
    bins: binsOf([0, 20, 50, 50, 60], 200),
    ...{ censored: 5, cutOff: 15, effectiveSamples: '61.4' },
    percent: { atP50: '0.6', atP75: '0.8', atP90: '0.95', atP95: null, atP99: null, max: null },
    minutes: { atP50: '300', atP75: '700', atP90: '1200', atP95: null, atP99: null, max: null },
  },
  returns: (['15m', '1h', '4h', '1d', '7d'] as const).map((horizon) => ({
    ...{ horizon, samples: 200, mean: '0.01', deviation: '1.5' },
    ...{ atP1: '-3.2', atP5: '-2.1', atP50: '0.02', atP95: '2.2', atP99: '3.4' },
  })),
  ...change,
});

/** How far a ladder of two steps reaches. */
export const toldReach = (change: Partial<Reply<typeof getLadderReach>> = {}): Reply<typeof getLadderReach> => ({
  ...{ ...DAYS, daysStored: '129.5' },
  whole: { swings: 1_000, reached: 40, reachedPercent: '4' },
  coveragePercent: '96',
  levels: [
    { swings: 800, reached: 480, reachedPercent: '60' },
    { swings: 400, reached: 50, reachedPercent: '12.5' },
  ],
  ...{ expectedLevels: '0.725', expectedMargin: '34.25' },
  ...change,
});
