import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Tables without a download of their own, each with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'bots/deals/effect-table.tsx': 'A preview in a dialog: what a deal would change, before it is sent.',
  'bots/formula/edit-table.tsx': 'A preview in a dialog: what an edit would change, before it is confirmed.',
  'bots/move/move-table.tsx': 'A preview in a dialog: which bots would move.',
  'features/backtest/map/top-points.tsx': 'The first six rows of the list of points, whose file has all of them.',
  'bots/exchange/live-bots-table.tsx':
    'The present state of live bots beside the exchange; a file of it would be out of date at once.',
  'features/ladder/versions/change-table.tsx': 'A comparison of two versions in a dialog.',
  'features/logs/log-rows.tsx': 'The page exports exactly the filtered lines, as CSV or NDJSON, by its own button.',
  'features/notices/event-table.tsx': 'Settings: check boxes, no figures.',
  'features/screener/drawer/score-parts.tsx':
    'Explains one score in a preview; the scores are in the file of the screener.',
  'ui/figures/calendar.tsx': 'A picture of days; the file of the results by day has the figures.',
  'ui/figures/heat-map.tsx': 'A picture of the points of a grid; the file of the points has the figures.',
};

const ROOT = 'src/web';
const TABLE = /<(?:table|Table|DataTable)\b/g;
/** A button beside a table, or the name by which a table makes its own; `null` names nothing. */
const DOWNLOAD = /<(?:CsvButton|TableFile)\b|\bcsvName=(?!\{null\})/g;

const counted = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** Whether a source draws more tables than it offers downloads. */
const lacksFile = (text: string): boolean => counted(text, TABLE) > counted(text, DOWNLOAD);

const sources = globSync('**/*.tsx', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => ({ file, text: readFileSync(`${ROOT}/${file}`, 'utf8') }));

describe('tables of the web', () => {
  it('have a download as CSV wherever they stand, except those that are named here with the reason', () => {
    const lacking = sources.filter(({ text }) => lacksFile(text)).map(({ file }) => file);
    expect(lacking.filter((file) => !(file in WITHOUT))).toEqual([]);
  });

  it('that are named as exceptions exist and still have none', () => {
    const needless = Object.keys(WITHOUT).filter(
      (name) => !sources.some(({ file, text }) => file === name && lacksFile(text)),
    );
    expect(needless).toEqual([]);
  });

  it.each([
    ['a table without a button', '<table><tr /></table>', true],
    ['a table with a button above it', '<TableFile name="a" /><table />', false],
    ['two tables that share a button', '<CsvButton name="a" /><table /><table />', true],
    ['a table of ours without a name for its file', '<DataTable csvName={null} />', true],
    ['a table of ours with one', '<DataTable csvName="bots" />', false],
    ['a component whose name only begins like a table', '<TableToolbar />', false],
  ])('%s is judged rightly', (_what, text, isLacking) => {
    expect(lacksFile(text)).toBe(isLacking);
  });
});
