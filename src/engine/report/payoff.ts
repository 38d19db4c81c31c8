import type { Metric } from './run-figures.ts';

/** Average win / average loss; null without a win or without a loss. */
export const payoff: Metric = ({ results: { wins, losses, won, lost } }) =>
  wins === 0 || losses === 0 ? null : won / wins / -(lost / losses);
