import { parseArgs } from 'node:util';
import { AppError } from '#base/errors.ts';
import { gridText } from '#engine/model/instrument.ts';
import { importArchive } from '#market/archive/import-archive.ts';
import { checkCandles } from '#market/candle-files/check-candles.ts';
import { exportCandles } from '#market/candle-files/export-candles.ts';
import { exportFunding, importFunding } from '#market/candle-files/funding/funding-csv.ts';
import { readFunding } from '#market/candle-files/funding/funding-file.ts';
import { unsettledTimes } from '#market/candle-files/funding/unsettled-times.ts';
import { importCandles } from '#market/candle-files/import-candles.ts';
import { listCandles } from '#market/candle-files/list-candles.ts';
import type { Grids } from '#market/candle-files/month/month-file.ts';
import { typedSymbol } from '#market/candle-files/typed-symbol.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { loadListings } from '#market/store/listing-file.ts';
import type { Config } from '../../config.ts';
import { makeDataFolder } from '../../data-folder/data-folder.ts';
import { notAllowed, parsedOptions, stretchOptions } from '../command-options.ts';
import { writeText } from '../write-text.ts';
import { candleGrids, checkedGrid } from './candle-grids.ts';
import { archiveSentences, candleTable, importSentences, unsettledSentence } from './candle-sentences.ts';

const USAGE = [
  'Usage: candles import FILE… --symbol SYMBOL [--tick 0.1 --step 0.001] [--nearest-tick] [--nearest-step] [--replace]',
  '     candles import FILE… --symbol SYMBOL --funding [--replace]',
  '     candles import-archive FOLDER [--symbol SYMBOL]… [--market futures|spot] [--unchecked]',
  '                            [--tick 0.1 --step 0.001] [--nearest-tick] [--nearest-step]',
  '     candles export SYMBOL [--from 2025-05-04] [--to 2025-05-31] [--funding] [--gzip] [--out FILE]',
  '     candles list',
  '     candles verify',
].join('\n');

type Act = (config: Config, words: string[]) => Promise<void>;

const ACTS: Readonly<Record<string, Act>> = {
  import: importFiles,
  'import-archive': importFromArchive,
  export: exportSymbol,
  list,
  verify,
};

/**
 * `candles import | import-archive | export | list | verify`, whether or not the program is running. Progress goes to
 * standard error.
 * @throws AppError COMMAND_UNKNOWN, OPTION_NOT_ALLOWED, and the errors of the action itself
 */
export async function candlesCommand(config: Config, words: readonly string[]): Promise<void> {
  const [name = '', ...rest] = words;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined) throw new AppError('COMMAND_UNKNOWN', USAGE);
  await act(config, rest);
}

async function importFiles({ dataDir, candlesDir: folder }: Config, args: string[]): Promise<void> {
  const { values, positionals: files } = parsedOptions(USAGE, () =>
    parseArgs({
      args,
      allowPositionals: true,
      tokens: true,
      options: {
        symbol: { type: 'string' },
        tick: { type: 'string' },
        step: { type: 'string' },
        'nearest-tick': { type: 'boolean' },
        'nearest-step': { type: 'boolean' },
        replace: { type: 'boolean' },
        funding: { type: 'boolean' },
      },
    }),
  );
  if (values.symbol === undefined || files.length === 0) throw new AppError('COMMAND_UNKNOWN', USAGE);
  const symbol = typedSymbol(folder, values.symbol);
  const existing = values.replace === true ? 'replace' : 'refuse';
  makeDataFolder(dataDir);
  if (values.funding === true) {
    const count = await importFunding({ folder, symbol, files, existing });
    const missing = unsettledTimes(await readFunding(folder, symbol));
    const gaps = missing.length === 0 ? '' : `, ${unsettledSentence(missing)}`;
    process.stdout.write(`${symbol}: ${count} settlements of funding${gaps}\n`);
    return;
  }
  const imported = await importCandles({
    ...candleGrids(folder, symbol, values),
    ...{ folder, symbol, files, existing },
    offTick: values['nearest-tick'] === true ? 'nearest' : 'refuse',
    offStep: values['nearest-step'] === true ? 'nearest' : 'refuse',
    tell: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(importSentences(symbol, imported));
}

async function importFromArchive({ dataDir, candlesDir: folder }: Config, args: string[]): Promise<void> {
  const { values, positionals } = parsedOptions(
    USAGE,
    () =>
      parseArgs({
        args,
        allowPositionals: true,
        tokens: true,
        options: {
          symbol: { type: 'string', multiple: true },
          market: { type: 'string' },
          tick: { type: 'string' },
          step: { type: 'string' },
          'nearest-tick': { type: 'boolean' },
          'nearest-step': { type: 'boolean' },
          unchecked: { type: 'boolean' },
        },
      }),
    ['symbol'],
  );
  const [archive, ...more] = positionals;
  if (archive === undefined || more.length > 0) throw new AppError('COMMAND_UNKNOWN', USAGE);
  const { market = 'futures' } = values;
  const symbols = values.symbol ?? null;
  if (market !== 'futures' && market !== 'spot') throw notAllowed('--market', market, 'futures or spot');
  makeDataFolder(dataDir);
  const imported = await importArchive({
    ...{ folder, archive, market, symbols },
    gridsOf: archiveGrids(folder, symbols, values),
    offTick: values['nearest-tick'] === true ? 'nearest' : 'refuse',
    offStep: values['nearest-step'] === true ? 'nearest' : 'refuse',
    checksums: values.unchecked === true ? 'if-there' : 'required',
    tell: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(archiveSentences(imported));
  if (imported.refused.length > 0) process.exitCode = 1;
}

async function exportSymbol({ candlesDir: folder }: Config, args: string[]): Promise<void> {
  const { values, positionals } = parsedOptions(USAGE, () =>
    parseArgs({
      args,
      allowPositionals: true,
      tokens: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        funding: { type: 'boolean' },
        gzip: { type: 'boolean' },
        out: { type: 'string' },
      },
    }),
  );
  const [typed, ...more] = positionals;
  if (typed === undefined || more.length > 0) throw new AppError('COMMAND_UNKNOWN', USAGE);
  const symbol = typedSymbol(folder, typed);
  const stretch = stretchOptions(values);
  const text =
    values.funding === true
      ? [await exportFunding(folder, symbol)]
      : exportCandles({ folder, symbol, ...stretch, grids: null });
  await writeText(text, { out: values.out ?? null, isGzip: values.gzip === true });
}

async function list({ candlesDir }: Config, args: string[]): Promise<void> {
  checkBare(args);
  process.stdout.write(candleTable(candlesDir, listCandles(candlesDir)));
}

async function verify({ candlesDir }: Config, args: string[]): Promise<void> {
  checkBare(args);
  const { files, complaints } = await checkCandles(candlesDir);
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
  process.stdout.write(`files: ${files}, complaints: ${complaints.length}\n`);
  if (complaints.length > 0) process.exitCode = 1;
}

/** The given tick and step, those last listed by the exchange, or those of a known contract. */
function archiveGrids(
  folder: string,
  symbols: readonly string[] | null,
  given: { readonly tick?: string; readonly step?: string },
): (symbol: string) => Grids | null {
  const { tick, step } = given;
  if (tick !== undefined && step !== undefined) {
    if (symbols?.length !== 1) throw notAllowed('--tick', tick, 'given together with exactly one --symbol');
    const grids = { tick: checkedGrid('--tick', tick), step: checkedGrid('--step', step) };
    return () => grids;
  }
  if (tick !== undefined || step !== undefined) throw new AppError('COMMAND_UNKNOWN', USAGE);
  const listed = (loadListings(folder) ?? []).map(({ instrument }) => [instrument.symbol, instrument] as const);
  const known = new Map([...recordedInstruments(), ...listed]);
  return (symbol) => {
    const instrument = known.get(symbol);
    return instrument === undefined ? null : { tick: gridText(instrument.tick), step: gridText(instrument.step) };
  };
}

function checkBare(args: readonly string[]): void {
  if (args.length > 0) throw new AppError('COMMAND_UNKNOWN', USAGE);
}
