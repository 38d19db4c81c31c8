import { parseArgs } from 'node:util';
import { parseDecimal } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { gridText } from '#engine/model/instrument.ts';
import { checkCandles } from '#market/candle-files/check-candles.ts';
import { exportCandles } from '#market/candle-files/export-candles.ts';
import { exportFunding, importFunding } from '#market/candle-files/funding-csv.ts';
import { importCandles } from '#market/candle-files/import-candles.ts';
import { listCandles } from '#market/candle-files/list-candles.ts';
import type { Grids } from '#market/candle-files/month-file.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { candleTable, importSentences } from './candle-sentences.ts';
import { notAllowed, stretchOptions } from './command-options.ts';
import type { Config } from './config.ts';
import { makeDataFolder } from './data-folder.ts';
import { writeText } from './write-text.ts';

const USAGE = [
  'Say: candles import FILE… --symbol SYMBOL [--tick 0.1 --step 0.001] [--nearest-tick] [--nearest-step] [--replace]',
  '     candles import FILE… --symbol SYMBOL --funding [--replace]',
  '     candles export SYMBOL [--from 2025-05-04] [--to 2025-05-31] [--funding] [--gzip] [--out FILE]',
  '     candles list',
  '     candles check',
].join('\n');

const GRID_DECIMALS_MAX = 12;

type Act = (config: Config, words: string[]) => Promise<void>;

const ACTS: Readonly<Record<string, Act>> = { import: importFiles, export: exportSymbol, list, check };

/**
 * `candles import | export | list | check`, beside a running program or without one. Progress goes to the standard error.
 * @throws AppError COMMAND_UNKNOWN, OPTION_NOT_ALLOWED, and what the act itself refuses
 */
export async function candlesCommand(config: Config, words: readonly string[]): Promise<void> {
  const [name = '', ...rest] = words;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined) throw new AppError('COMMAND_UNKNOWN', USAGE);
  await act(config, rest);
}

async function importFiles({ dataDir, candlesDir: folder }: Config, args: string[]): Promise<void> {
  const { values, positionals: files } = parsed(() =>
    parseArgs({
      args,
      allowPositionals: true,
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
  const { symbol } = values;
  if (symbol === undefined || files.length === 0) throw new AppError('COMMAND_UNKNOWN', USAGE);
  const existing = values.replace === true ? 'replace' : 'refuse';
  makeDataFolder(dataDir);
  if (values.funding === true) {
    const count = await importFunding({ folder, symbol, files, existing });
    process.stdout.write(`${symbol}: ${count} settlements of funding\n`);
    return;
  }
  const imported = await importCandles({
    ...gridsOf(symbol, values),
    ...{ folder, symbol, files, existing },
    offTick: values['nearest-tick'] === true ? 'nearest' : 'refuse',
    offStep: values['nearest-step'] === true ? 'nearest' : 'refuse',
    tell: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(importSentences(symbol, imported));
}

async function exportSymbol({ candlesDir: folder }: Config, args: string[]): Promise<void> {
  const { values, positionals } = parsed(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        funding: { type: 'boolean' },
        gzip: { type: 'boolean' },
        out: { type: 'string' },
      },
    }),
  );
  const [symbol, ...more] = positionals;
  if (symbol === undefined || more.length > 0) throw new AppError('COMMAND_UNKNOWN', USAGE);
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

async function check({ candlesDir }: Config, args: string[]): Promise<void> {
  checkBare(args);
  const { files, complaints } = await checkCandles(candlesDir);
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
  process.stdout.write(`files: ${files}, complaints: ${complaints.length}\n`);
  if (complaints.length > 0) process.exitCode = 1;
}

/** The tick and the step given, or those of a contract that the program knows. */
function gridsOf(symbol: string, given: { readonly tick?: string; readonly step?: string }): Grids {
  const known = recordedInstruments().get(symbol);
  const tick = given.tick ?? (known === undefined ? undefined : gridText(known.tick));
  const step = given.step ?? (known === undefined ? undefined : gridText(known.step));
  if (tick === undefined || step === undefined) {
    throw new AppError(
      'OPTION_NOT_ALLOWED',
      `The tick and the step of ${symbol} are not known: add --tick and --step, such as --tick 0.1 --step 0.001.`,
    );
  }
  return { tick: checkedGrid('--tick', tick), step: checkedGrid('--step', step) };
}

function checkedGrid(option: string, text: string): string {
  if ((parseDecimal(text, GRID_DECIMALS_MAX) ?? 0) > 0) return text;
  throw notAllowed(option, text, `a decimal number above zero with at most ${GRID_DECIMALS_MAX} decimals, such as 0.1`);
}

function checkBare(args: readonly string[]): void {
  if (args.length > 0) throw new AppError('COMMAND_UNKNOWN', USAGE);
}

/** What the system's own parser refuses is said in its words, with ours below. */
function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new AppError('COMMAND_UNKNOWN', `${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}
