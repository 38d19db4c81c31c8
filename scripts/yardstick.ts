import { readSources, type SourceFacts } from './source-facts.ts';

interface Row {
  readonly what: string;
  readonly ours: string;
  readonly goal: string;
}

const FUNCTION_LINES_MAX = 70;
const PARAMETERS_USUAL = 3;
const LINES_PER_RATE = 1_000;

function rowsOf(all: readonly SourceFacts[]): Row[] {
  const product = all.filter((source) => source.file.startsWith('src/') && !source.isTest);
  return [...layoutRows(product), ...sizeRows(product), ...wordRows(product), ...testRows(all, product)];
}

function layoutRows(product: readonly SourceFacts[]): Row[] {
  const folders = new Map<string, number>();
  for (const { file } of product) {
    const folder = file.split('/').slice(0, -1).join('/');
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const areas = new Set(product.map(({ file }) => file.split('/')[1]));
  const depths = product.map(({ file }) => file.split('/').length - 2);
  const counts = [...folders.values()];
  const fullest = [...folders].sort((a, b) => b[1] - a[1])[0];
  const isKebab = product.filter(({ file }) => /^[a-z0-9-]+(?:\.[a-z]+)?\.tsx?$/.test(file.split('/').at(-1) ?? ''));
  return [
    { what: 'areas', ours: `${areas.size}`, goal: 'one sentence each' },
    { what: 'depth of a file, median', ours: `${quantile(depths, 0.5)}`, goal: '2' },
    {
      what: 'files in a folder, median / largest',
      ours: `${quantile(counts, 0.5)} / ${fullest?.[1]} (${fullest?.[0]})`,
      goal: '≤ 12, registries of peers exempt',
    },
    { what: 'file names in kebab-case', ours: percent(isKebab.length, product.length), goal: '100 %' },
  ];
}

function sizeRows(product: readonly SourceFacts[]): Row[] {
  const files = product.map((source) => source.lines);
  const functions = product.flatMap((source) => source.functions);
  const lengths = functions.map((item) => item.lines);
  const tooLong = lengths.filter((lines) => lines > FUNCTION_LINES_MAX).length;
  const tooWide = functions.filter((item) => item.parameters > PARAMETERS_USUAL).length;
  return [
    { what: 'files', ours: `${product.length} with ${sum(files)} lines`, goal: '' },
    { what: 'file lines, median / 90 % / max', ours: spread(files), goal: '≤ 80 / ≤ 250 / 500' },
    { what: 'function lines, median / 90 % / max', ours: spread(lengths), goal: '≤ 10 / ≤ 35 / 70' },
    { what: `functions over ${FUNCTION_LINES_MAX} lines`, ours: percent(tooLong, functions.length), goal: '0 %' },
    { what: `functions with over ${PARAMETERS_USUAL} parameters`, ours: `${tooWide}`, goal: '0' },
  ];
}

function wordRows(product: readonly SourceFacts[]): Row[] {
  const lines = sum(product.map((source) => source.lines));
  const commentLines = product.flatMap((source) => source.comments.map((item) => item.lastLine - item.line + 1));
  const crossing = crossingExports(product);
  const outsideBase = product.filter((source) => !source.file.startsWith('src/base/'));
  return [
    {
      what: 'default exports; barrels',
      ours: `${count(product, 'hasDefaultExport')}; ${count(product, 'isBarrel')}`,
      goal: '0; 0',
    },
    { what: 'comment lines', ours: percent(sum(commentLines), lines), goal: '10–15 %' },
    {
      what: 'exports that cross an area with a docstring',
      ours: percent(crossing.filter(({ entry }) => entry.hasDocstring).length, crossing.length),
      goal: '100 %',
    },
    { what: 'any per 1,000 lines', ours: rate(total(product, 'anyLines'), lines), goal: '0' },
    { what: 'as per 1,000 lines', ours: rate(total(outsideBase, 'castLines'), lines), goal: '≤ 3' },
    { what: 'suppressions', ours: `${suppressions(product)}`, goal: '0' },
  ];
}

function testRows(all: readonly SourceFacts[], product: readonly SourceFacts[]): Row[] {
  const tests = all.filter((source) => source.isTest);
  // A catalogue holds sentences, which no test repeats line by line.
  const inWeb = ({ file }: SourceFacts): boolean =>
    file.startsWith('src/web/') && !/^src\/web\/i18n\/(?:en|ru)\b/.test(file);
  const pages = ratio(tests.filter(inWeb), product.filter(inWeb));
  return [
    { what: 'lines of tests to lines of product', ours: ratio(tests, product), goal: '≥ 1.0' },
    { what: 'the same in src/web/ without catalogues; browser tests are elsewhere', ours: pages, goal: '≥ 0.4' },
  ];
}

function ratio(tests: readonly SourceFacts[], product: readonly SourceFacts[]): string {
  const lines = (sources: readonly SourceFacts[]): number => sum(sources.map((source) => source.lines));
  return (lines(tests) / Math.max(1, lines(product))).toFixed(2);
}

interface CrossingExport {
  readonly file: string;
  readonly entry: SourceFacts['exports'][number];
}

/** An export imported by another area: its place and whether it has a docstring. */
function crossingExports(product: readonly SourceFacts[]): CrossingExport[] {
  const areaOf = (file: string): string => file.split('/')[1] ?? '';
  const wanted = new Set(
    product.flatMap(({ file, imports }) =>
      imports.filter(({ from }) => areaOf(from) !== areaOf(file)).map(({ from, name }) => `${from} ${name}`),
    ),
  );
  return product.flatMap(({ file, exports }) =>
    exports.filter(({ name }) => wanted.has(`${file} ${name}`)).map((entry) => ({ file, entry })),
  );
}

/** One line for each place that keeps a countable measure from its goal. */
function shortfalls(all: readonly SourceFacts[]): string[] {
  const product = all.filter((source) => source.file.startsWith('src/') && !source.isTest);
  const unexplained = crossingExports(product).filter(({ entry }) => !entry.hasDocstring);
  const wide = product.flatMap(({ file, functions }) =>
    functions.filter((item) => item.parameters > PARAMETERS_USUAL).map((item) => `${file}:${item.line} ${item.name}`),
  );
  return [
    ...unexplained.map(({ file, entry }) => `no docstring: ${file} ${entry.name}`),
    ...wide.map((place) => `over ${PARAMETERS_USUAL} parameters: ${place}`),
  ];
}

function suppressions(product: readonly SourceFacts[]): number {
  const marks = /biome-ignore|@ts-(?:ignore|expect-error|nocheck)/;
  return product.flatMap((source) => source.comments).filter((comment) => marks.test(comment.text)).length;
}

function count(sources: readonly SourceFacts[], key: 'hasDefaultExport' | 'isBarrel'): number {
  return sources.filter((source) => source[key]).length;
}

function total(sources: readonly SourceFacts[], key: 'anyLines' | 'castLines'): number {
  return sum(sources.map((source) => source[key].length));
}

function sum(values: readonly number[]): number {
  return values.reduce((whole, value) => whole + value, 0);
}

/** The quantile of the values; 0 for an empty list. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function spread(values: readonly number[]): string {
  return `${quantile(values, 0.5)} / ${quantile(values, 0.9)} / ${quantile(values, 1)}`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

function rate(found: number, lines: number): string {
  return ((found * LINES_PER_RATE) / Math.max(1, lines)).toFixed(1);
}

/** Prints the measures of the tree beside their goals; with --list, the places that fall short instead. */
function main(): void {
  if (process.argv.includes('--list')) {
    process.stdout.write(
      shortfalls(readSources())
        .map((line) => `${line}\n`)
        .join(''),
    );
    return;
  }
  const rows = rowsOf(readSources());
  const widths = [Math.max(...rows.map((row) => row.what.length)), Math.max(...rows.map((row) => row.ours.length))];
  for (const { what, ours, goal } of rows) {
    const line = `${what.padEnd(widths[0] ?? 0)}   ${ours.padEnd(widths[1] ?? 0)}   ${goal && `goal ${goal}`}`;
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}

if (import.meta.main) main();
