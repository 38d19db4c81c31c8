import type { World } from './api-world.ts';

/** The body of a request or a response as it is sent. */
export type Fields = Record<string, unknown>;

/** The input of a call; the rest of its address comes from the contract. */
export interface CallRequest {
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly body?: Fields;
}

/** What the tests need to know about a call; the rest comes from the contract. */
export interface CallRow {
  /** A valid request by Ann; if it changes something, it creates its own objects. */
  readonly right: (world: World) => CallRequest | Promise<CallRequest>;
  /** The error code that Bob gets for the same request; null when it names nothing of Ann's. */
  readonly foreign: string | null;
  /** It is about safety orders, which rules have none of. */
  readonly isForSteps?: true;
  /** Inputs that violate the schema, with the path that the response names. */
  readonly bad?: readonly (readonly [path: string, CallRequest])[];
}

/** Names the run of a bot. */
export const executor = (row: { strategy_executor_id: string }) => ({ strategy_executor_id: row.strategy_executor_id });

/** Runs that no schema takes. */
export const badExecutor = [
  ['strategy_executor_id', { body: { strategy_executor_id: 7 } }],
  ['strategy_executor_id', { body: { strategy_executor_id: null } }],
] as const;

/** Pages that no schema takes. @param max - rows that one page may have */
export const badPagesUpTo = (max: number) =>
  [
    ['limit', { query: { limit: String(max + 1) } }],
    ['limit', { query: { limit: '0' } }],
    ['offset', { query: { offset: '-1' } }],
  ] as const;
