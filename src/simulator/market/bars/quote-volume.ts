import { CASH_DECIMALS, CASH_PER_USDT } from '#base/exact.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { QuoteVolume } from '../market.ts';

/** A quote volume as decimal text with eight decimals, as on the wire. */
export function quoteVolumeText(amount: QuoteVolume): string {
  const digits = String(amount).padStart(CASH_DECIMALS + 1, '0');
  return `${digits.slice(0, -CASH_DECIMALS)}.${digits.slice(-CASH_DECIMALS)}`;
}

/**
 * The volume-weighted mean price as decimal text, rounded down to one decimal more than the tick has; "0" without
 * volume.
 *
 * @param volume - in steps of the instrument
 */
export function meanPriceText({ tick, step }: Instrument, quoteVolume: QuoteVolume, volume: number): string {
  if (volume === 0) return '0';
  const decimals = tick.decimals + 1;
  const steps = BigInt(volume) * BigInt(step.units) * BigInt(CASH_PER_USDT);
  const mean = (quoteVolume * 10n ** BigInt(step.decimals + decimals)) / steps;
  const digits = String(mean).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
