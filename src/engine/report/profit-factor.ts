import type { Metric } from './run-figures.ts';

/** Σ wins / |Σ losses|; null without a loss. */
export const profitFactor: Metric = ({ results: { won, lost } }) => (lost === 0 ? null : won / -lost);
