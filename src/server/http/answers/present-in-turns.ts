import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { toWire } from '../wire.ts';

/** Longest time for which one answer keeps the thread that serves everybody. */
const TURN_MS = 4;

/**
 * The reply parsed with its schema, which drops undocumented fields, in wire form. After a few milliseconds, and again and again
 * in a long list, others are served first: the largest portfolio of one user must not be felt by another.
 */
export async function presentInTurns(call: Call, reply: unknown): Promise<unknown> {
  let begunAt = performance.now();
  const isTurnOver = (): boolean => performance.now() - begunAt >= TURN_MS;
  const giveTurn = async (): Promise<void> => {
    await nextTurn();
    begunAt = performance.now();
  };
  const body = z.parse(call.reply, reply);
  if (typeof body !== 'object' || body === null) return body;
  if (isTurnOver()) await giveTurn();
  if (!('items' in body) || !Array.isArray(body.items)) return toWire(body);
  const items: unknown[] = [];
  for (const item of body.items) {
    items.push(toWire(item));
    if (isTurnOver()) await giveTurn();
  }
  return { ...(toWire({ ...body, items: [] }) as object), items };
}
