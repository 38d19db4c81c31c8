import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { toWire } from '../wire.ts';
import { turnsOfThread } from './turns-of-thread.ts';

/**
 * The reply parsed with its schema, which drops undocumented fields, in wire form. A long list is presented row by row, and
 * others are served in between: the largest portfolio of one user must not be felt by another.
 */
export async function presentInTurns({ reply: schema }: Call, reply: unknown): Promise<unknown> {
  const row = rowOf(schema);
  if (row === null || !isList(reply)) return toWire(z.parse(schema, reply));
  const body = toWire(z.parse(schema, { ...reply, items: [] })) as object; // The form of a list is an object.
  const turns = turnsOfThread();
  const items: unknown[] = [];
  for (const item of reply.items) {
    items.push(toWire(z.parse(row, item)));
    if (turns.isOver()) await turns.give();
  }
  return { ...body, items };
}

/** The schema of a row of a list; null for other replies. */
function rowOf(schema: z.ZodMiniType): z.core.$ZodType | null {
  if (!(schema instanceof z.ZodMiniObject)) return null;
  const items: unknown = schema.shape['items'];
  return items instanceof z.ZodMiniArray ? items.def.element : null;
}

function isList(reply: unknown): reply is { readonly items: readonly unknown[] } {
  return typeof reply === 'object' && reply !== null && 'items' in reply && Array.isArray(reply.items);
}
