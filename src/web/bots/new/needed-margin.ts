import { cashText } from '#base/decimal.ts';
import { type Cash, sum, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { parsePrice } from '#engine/model/instrument.ts';
import { committedMargin } from '#engine/risk/ladder/filled-ladder.ts';
import { limitBasePrice } from '#engine/risk/ladder/levels.ts';
import { type Asset, instrumentOf } from '#web/api/market/instrument.ts';

/**
 * Margin that a bot ties up when every ladder that it may have open fills, in USDT, by the engine's own reckoning; null
 * without a symbol, while a price is unknown, and for a size that is decided when a cycle opens.
 */
export function neededMargin(kind: BotKind, params: BotParams, assets: readonly Asset[]): string | null {
  if (assets.length === 0) return null;
  const family = familyOf(kind);
  const ladder = family.ladderOf(params);
  const margins: Cash[] = [];
  for (const asset of assets) {
    const instrument = instrumentOf(asset);
    const close: Ticks | null = asset.lastPrice === null ? null : parsePrice(instrument, asset.lastPrice);
    if (close === null) return null;
    for (const direction of family.directionsOf(params)) {
      const side = { ladder, instrument, direction };
      margins.push(committedMargin(side, limitBasePrice(side, close)));
    }
  }
  if (margins.includes(ZERO_CASH)) return null;
  const largest = margins.toSorted((a, b) => b - a).slice(0, ladder.maxOpenCycles ?? margins.length);
  return cashText(sum(largest));
}
