import { parseDecimal, plainDecimal } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { gridText } from '#engine/model/instrument.ts';
import type { Grids } from '#market/candle-files/month/month-file.ts';
import { storedGrids } from '#market/candle-files/stored-grids.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { notAllowed } from '../command-options.ts';

const GRID_DECIMALS_MAX = 12;

/** The given tick and step, those of the stored months, or those of a known contract. */
export function candleGrids(
  folder: string,
  symbol: string,
  given: { readonly tick?: string; readonly step?: string },
): Grids {
  const stored = storedGrids(folder, symbol);
  const contract = recordedInstruments().get(symbol);
  const known =
    stored ?? (contract === undefined ? null : { tick: gridText(contract.tick), step: gridText(contract.step) });
  const [tick, step] = [given.tick ?? known?.tick, given.step ?? known?.step];
  if (tick === undefined || step === undefined) {
    throw new AppError(
      'OPTION_NOT_ALLOWED',
      `The tick and the step of ${symbol} are not known: add --tick and --step, such as --tick 0.1 --step 0.001.`,
    );
  }
  return { tick: checkedGrid('--tick', tick), step: checkedGrid('--step', step) };
}

/** @throws AppError OPTION_NOT_ALLOWED */
export function checkedGrid(option: string, text: string): string {
  const plain = plainDecimal(text);
  if (plain !== null && (parseDecimal(plain, GRID_DECIMALS_MAX) ?? 0) > 0) return plain;
  throw notAllowed(option, text, `a decimal number above zero with at most ${GRID_DECIMALS_MAX} decimals, such as 0.1`);
}
