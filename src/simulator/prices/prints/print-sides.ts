import type { Draws } from '../days/draws.ts';
import type { MarketCandle } from '../market-candle.ts';
import type { Outline } from './outline.ts';

/** How much larger the share of taker buys is where the price has risen, and how widely it is drawn around that. */
const LEAN = 0.12;
const SPREAD = 0.2;

/**
 * Draws how many steps takers bought of each part of a minute, whose prices and lots stand; the sum is exact. A corner is
 * bought whole or not at all, so corners come first. One uniform draw each.
 */
export function drawSides({ volume, takerBuyVolume }: MarketCandle, outline: Outline, draws: Draws): void {
  const { lots, bought, corners } = outline;
  let [buys, sells] = [takerBuyVolume, volume - takerBuyVolume];
  for (let index = 0; index < lots.length; index += 1) {
    if (corners[index] === 0) continue;
    const lot = lots[index] ?? 0; // Indexes are in range, here and below.
    const isWanted = draws.uniform() < 0.5 + LEAN * riseAt(outline, index);
    // A lot is at most half of what is left, or a single step, so one of the two sides has it.
    const isBought = isWanted ? buys >= lot : sells < lot;
    bought[index] = isBought ? lot : 0;
    if (isBought) buys -= lot;
    else sells -= lot;
  }
  for (let index = 0; index < lots.length; index += 1) {
    if (corners[index] === 1) continue;
    const lot = lots[index] ?? 0;
    const share = buys / (buys + sells) + LEAN * riseAt(outline, index) + SPREAD * (draws.uniform() - 0.5);
    const buy = Math.max(0, lot - sells, Math.min(lot, buys, Math.round(lot * share)));
    bought[index] = buy;
    buys -= buy;
    sells -= lot - buy;
  }
}

/** 1 where the price is above the one before, -1 below it. */
function riseAt({ prices }: Outline, index: number): number {
  return index === 0 ? 0 : Math.sign((prices[index] ?? 0) - (prices[index - 1] ?? 0));
}
