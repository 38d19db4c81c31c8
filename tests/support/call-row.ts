import type { World } from './api-world.ts';

/** A body or an answer as it travels. */
export type Fields = Record<string, unknown>;

/** What is sent to a call; the rest of its address stands in the contract. */
export interface CallRequest {
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly body?: Fields;
}

/** What the tests must know of a call; the rest they take from the contract. */
export interface CallRow {
  /** A right request of Ann's, on things of its own where it changes something. */
  readonly right: (world: World) => CallRequest | Promise<CallRequest>;
  /** The code with which the right request answers Bob; null where nothing of Ann's is named. */
  readonly foreign: string | null;
  /** Inputs that do not fit the schema, with the path that the answer names. */
  readonly bad?: readonly (readonly [path: string, CallRequest])[];
}
