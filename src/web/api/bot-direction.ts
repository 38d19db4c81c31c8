import type { Bot } from './trading-queries.ts';

/** The direction of a bot, taken from its atoms, so that it works for the parameters of every kind. */
export function directionOf({ atoms }: Pick<Bot, 'atoms'>): 'buy' | 'sell' | 'both' {
  const [hasBuy, hasSell] = (['buy', 'sell'] as const).map((way) => atoms.some(({ direction }) => direction === way));
  if (hasBuy && hasSell) return 'both';
  return hasSell ? 'sell' : 'buy';
}
