import type { refuse } from '../wire-error.ts';

/** Why not, or null where nothing is against it. */
export type Refusal = ReturnType<typeof refuse> | null;
