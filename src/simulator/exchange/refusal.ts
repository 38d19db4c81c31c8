import type { refuse } from '../wire-error.ts';

/** The reason for a refusal, or null when there is none. */
export type Refusal = ReturnType<typeof refuse> | null;
