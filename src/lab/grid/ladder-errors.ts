import type { Reason } from '#base/errors.ts';
import type { Cash } from '#base/exact.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { validateLadder } from '#engine/risk/rules/validate.ts';
import { firstClose } from '../first-close.ts';

/** The history, instrument and wallet that a ladder is tried on. */
export interface LadderTrial {
  readonly history: SymbolHistory;
  readonly instrument: Instrument;
  readonly wallet: Cash;
}

/** Why a ladder cannot be tried: the reasons for which creating its bot at the first close would be refused. */
export function ladderErrors(params: LadderParams, { history, instrument, wallet }: LadderTrial): readonly Reason[] {
  const basePrice = firstClose(history);
  if (basePrice === null)
    return [{ code: 'NO_MARKET', detail: `${instrument.symbol} has no candle in these minutes.` }];
  return validateLadder({ params, instrument, basePrice, wallet }).errors;
}
