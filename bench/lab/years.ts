import type { SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { shareHistory } from '#lab/sweep/shared-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import type { generatedYear } from '../ladder/generated-year.ts';

/** Generated years resemble this contract. */
export const YEAR_INSTRUMENT = instrumentOf('BTCUSDT');

/** A generated year in shared memory of its own. */
export function sharedYear({ columns, funding }: ReturnType<typeof generatedYear>): SymbolHistory {
  return shareHistory({ columns, index: skipIndexOf(columns), funding, frozen: [] });
}

function instrumentOf(symbol: string) {
  const instrument = recordedInstruments().get(symbol);
  if (instrument === undefined) throw new Error(`${symbol} is a recorded instrument`);
  return instrument;
}
