/** Which exchange an installation works with: our simulator, the exchange's demo with play money, or real money. */
export const ENVIRONMENTS = ['sim', 'demo', 'mainnet'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
