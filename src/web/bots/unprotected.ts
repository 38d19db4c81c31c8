import type { Atom } from '#web/api/trading-queries.ts';

/** Whether a position is held without a resting stop-loss, by design of its bot or because it is missing. */
export const isUnprotected = ({ protection }: Pick<Atom, 'protection'>): boolean =>
  protection === 'by_design' || protection === 'missing';
