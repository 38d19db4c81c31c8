import { cashFrom } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import type { Ticks } from '#base/exact.ts';
import { directionsOf } from '#engine/bots/ladder/directions.ts';
import { type Instrument, parsePrice } from '#engine/model/instrument.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import type { Direction } from '#engine/model/order.ts';
import { type LadderRow, previewLadder } from '#engine/risk/ladder/preview.ts';
import { validateLadder } from '#engine/risk/rules/validate.ts';
import { type LadderDraft, readDraft } from './ladder-draft.ts';

export interface DraftSide {
  readonly direction: Direction;
  readonly rows: readonly LadderRow[];
}

/** The engine's verdict on a draft at a base price. */
export interface LadderCheck {
  readonly params: LadderParams | null;
  readonly basePrice: Ticks | null;
  readonly badFields: readonly string[];
  readonly errors: readonly Reason[];
  readonly warnings: readonly Reason[];
  /** Empty while a field cannot be read. */
  readonly sides: readonly DraftSide[];
}

/**
 * @param lastPrice decimal string of the last price, used while the draft names no preview price; null when unknown
 */
export function checkLadder(draft: LadderDraft, instrument: Instrument, lastPrice: string | null): LadderCheck {
  const { params, badFields } = readDraft(draft);
  const priceText = draft.previewPrice.trim() || lastPrice;
  const parsed = priceText === null ? null : parsePrice(instrument, priceText);
  const basePrice = parsed !== null && parsed > 0 ? parsed : null;
  const allBad = [...badFields, ...(draft.previewPrice.trim() && basePrice === null ? ['previewPrice'] : [])];
  if (params === null || basePrice === null) {
    return { params, basePrice, badFields: allBad, errors: [], warnings: [], sides: [] };
  }
  const { errors, warnings } = validateLadder({ params, instrument, basePrice });
  const sides = directionsOf(params).map((direction) => ({
    direction,
    rows: previewLadder({ params, instrument, direction, basePrice, ...walletOf(params) }),
  }));
  return { params, basePrice, badFields: allBad, errors, warnings, sides };
}

/** A new paper wallet, used in place of the wallet that a cross position would share. */
export const PREVIEW_WALLET = '10000';

function walletOf(params: LadderParams) {
  return params.marginType === 'cross' ? { wallet: cashFrom(PREVIEW_WALLET) } : {};
}

/** Whether the version could be saved as it stands. */
export function isSound(check: LadderCheck): boolean {
  return check.params !== null && check.badFields.length === 0 && check.errors.length === 0;
}
