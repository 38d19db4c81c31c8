import type { Metric } from './run-figures.ts';

/** Share of cycles with a net result above zero; null without a cycle. */
export const winRate: Metric = ({ results: { cycles, wins } }) => (cycles === 0 ? null : wins / cycles);
