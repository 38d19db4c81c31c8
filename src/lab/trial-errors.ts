import type { Reason } from '#base/errors.ts';
import type { Cash } from '#base/exact.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { EngineBot } from '#engine/model/bot.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { firstClose } from './first-close.ts';

/** The history, instrument and wallet that parameters are tried on. */
export interface Trial {
  readonly history: SymbolHistory;
  readonly instrument: Instrument;
  readonly wallet: Cash;
  /** The minute from which on they are tried; omitted, the first. */
  readonly from?: number;
}

/** Why parameters cannot be tried: the reasons for which creating their bot at the first close would be refused. */
export function trialErrors(
  { kind, params }: Pick<EngineBot, 'kind' | 'params'>,
  { history, instrument, wallet, from = 0 }: Trial,
): readonly Reason[] {
  const basePrice = firstClose(history, from);
  if (basePrice === null)
    return [{ code: 'NO_MARKET', detail: `${instrument.symbol} has no candle in these minutes.` }];
  return familyOf(kind).refusalsOf({ params, instrument, basePrice, wallet });
}
