import type { Asset } from '#web/api/market/instrument.ts';

/** Every exchange lists it, with the longest past. */
const USUAL = 'BTCUSDT';

/** The symbols of a list, the one first that a test is usually tried on. */
export function usualFirst(assets: readonly Asset[]): readonly string[] {
  const symbols = assets.map(({ futuresTicker }) => futuresTicker);
  return [...symbols.filter((symbol) => symbol === USUAL), ...symbols.filter((symbol) => symbol !== USUAL)];
}
