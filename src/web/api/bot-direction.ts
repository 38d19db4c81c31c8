import type { Bot } from './trading-queries.ts';

/** Which way a bot trades: its atoms say it, whatever the parameters of its kind look like. */
export function directionOf({ atoms }: Pick<Bot, 'atoms'>): 'buy' | 'sell' | 'both' {
  const [hasBuy, hasSell] = (['buy', 'sell'] as const).map((way) => atoms.some(({ direction }) => direction === way));
  if (hasBuy && hasSell) return 'both';
  return hasSell ? 'sell' : 'buy';
}
