import { describe, expect, it } from 'vitest';
import type { PortfolioReturn } from '#web/api/returns-query.ts';
import { benchmarkLines, underwaterLine } from './benchmark-lines.ts';

const at = (hour: number, ms = 0) => new Date(Date.UTC(2025, 4, 20, hour, 0, 0, ms)).toISOString();
const TIMES = [at(0), at(1), at(2), at(3)];
/** 1,000 USDT are 5 % more, not known, and 1 % less; held, they are 2 % and 10 % more from the second hour on. */
const ITEM: PortfolioReturn = {
  ...{ portfolioId: 'p1', since: at(0), capital: '1000.00000000', symbols: ['ETHUSDT'], holdingUnknown: null },
  equity: ['1000.00000000', '1050.00000000', null, '990.00000000'],
  base: Array.from(TIMES, () => '1000.00000000'),
  holding: [null, '1000.00000000', '1020.00000000', '1100.00000000'],
};

/** Name and points of each line: hour and percent, to the cent. */
const drawn = (lines: ReturnType<typeof benchmarkLines>) =>
  lines.map(({ id, points }) => [
    id,
    points.map(({ time, percent }) => [new Date(time).getUTCHours(), Number(percent.toFixed(2))]),
  ]);

describe('the return of a portfolio beside holding', () => {
  it('is told in percent of the capital at the start, at the times at which it is known', () => {
    expect(drawn(benchmarkLines(TIMES, ITEM))).toEqual([
      [
        'portfolio',
        [
          [0, 0],
          [1, 5],
          [3, -1],
        ],
      ],
      [
        'holding',
        [
          [1, 0],
          [2, 2],
          [3, 10],
        ],
      ],
    ]);
  });

  it('has no line of holding while its prices are not known, and none at all without capital', () => {
    const unknown = { ...ITEM, holding: [null, null, null, null] };
    expect(benchmarkLines(TIMES, unknown).map(({ id }) => id)).toEqual(['portfolio']);
    for (const base of [null, '0.00000000'])
      expect(benchmarkLines(TIMES, { ...ITEM, base: Array.from(TIMES, () => base) })).toEqual([]);
  });

  it('has one point a second, at the whole second: the present may be a millisecond after the last hour', () => {
    const times = [at(0), at(1, 1), at(1, 2), at(2)];
    const [line] = benchmarkLines(times, { ...ITEM, equity: ['1000', '1010', '1020', '1030'] });
    expect(line?.points.map(({ time }) => time)).toEqual([at(0), at(1), at(2)].map((text) => Date.parse(text)));
  });
});

describe('how far equity stood below its highest point', () => {
  const point = (hour: number, drawdownPercent: string) => ({
    ...{ ts: at(hour), gross: '0', commission: '0', funding: '0', liquidationFee: '0', result: '0' },
    ...{ cumulative: '0', equity: '1000', drawdownPercent },
  });

  it('is told in percent as the server tells it, the highest points as zero', () => {
    // 1,000, then 1,050, its highest; 990 are 60 below it: 60 / 1,050 = 5.71 %.
    const lines = underwaterLine([point(0, '0'), point(1, '0'), point(3, '-5.71')]);
    expect(drawn(lines)).toEqual([
      [
        'underwater',
        [
          [0, 0],
          [1, 0],
          [3, -5.71],
        ],
      ],
    ]);
  });

  it('has no line without a curve', () => {
    expect(underwaterLine([])).toEqual([]);
  });
});
