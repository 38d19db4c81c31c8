import { describe, expect, it } from 'vitest';
import { coverageTable, linesByArea } from './line-coverage.ts';

const counted = (total: number, covered: number) => ({ lines: { total, covered, skipped: 0, pct: 0 } });

describe('the line coverage', () => {
  it('adds up the files of each area and leaves out what is no source', () => {
    const summary = JSON.stringify({
      total: counted(1_000, 1),
      '/home/me/botyard/src/web/app/main.tsx': counted(4, 0),
      '/home/me/botyard/src/engine/model/order.ts': counted(10, 9),
      '/home/me/botyard/src/engine/scan/search.ts': counted(20, 20),
      '/home/me/botyard/scripts/test.ts': counted(7, 7),
    });
    expect(linesByArea(summary, '/home/me/botyard')).toEqual([
      { area: 'engine', lines: 30, run: 29 },
      { area: 'web', lines: 4, run: 0 },
    ]);
  });

  it('is told in one line per area and one for all', () => {
    const areas = [
      { area: 'engine', lines: 30, run: 29 },
      { area: 'ports', lines: 0, run: 0 },
    ];
    expect(coverageTable(areas)).toBe(
      'engine        96.7 %  29 of 30 lines\nports              –  0 of 0 lines\nall           96.7 %  29 of 30 lines\n',
    );
  });
});
