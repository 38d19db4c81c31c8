import { rateFrom } from '#base/decimal.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import type { MarketPast } from '#ports/market-past.ts';
import { assumeFunding } from './funding/assume-funding.ts';

/** Assumed at each settlement that is not known: what most contracts settle at. */
const USUAL_FUNDING = rateFrom('0.0001');

/** The stored minutes of a symbol as a history to run through, with the usual funding where it is not known. */
export function historyOfPast({ unsettled, ...stored }: MarketPast): SymbolHistory {
  return assumeFunding({ ...stored, index: skipIndexOf(stored.columns) }, unsettled, USUAL_FUNDING);
}
