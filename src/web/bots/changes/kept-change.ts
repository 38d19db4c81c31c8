import * as z from 'zod/mini';
import { botKind, botParams } from '#contract/fields.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotsChange } from './bots-change.ts';

const change = <Value extends z.ZodMiniType>(value: Value) =>
  z.array(
    z.object({
      bot: z.object({ botId: z.string(), strategyExecutorId: z.string(), name: z.string() }),
      from: value,
      to: value,
    }),
  );
const exits = z.object({ takeProfitPercent: z.nullable(z.string()), stopLossPercent: z.nullable(z.string()) });
const made = z.object({ strategyId: z.string(), fromVersion: z.int(), params: botParams });

/** A change as this tab keeps it: whoever can open the tab's storage could have written anything there. */
const keptChangeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('exits'), kind: botKind, items: change(exits) }),
  z.object({ type: z.literal('move'), kind: botKind, items: change(z.string()) }),
  z.object({
    ...{ type: z.literal('versions'), kind: botKind, when: z.enum(['now', 'next_cycle']) },
    ...{ made: z.array(made), items: change(z.int()) },
  }),
]);

const KEY = 'botyard.last-change.';

/** Keeps the last change of several bots of a kind for as long as the tab is open; null forgets it. */
export function keepChange(kind: BotKind, change: BotsChange | null): void {
  if (change === null) sessionStorage.removeItem(KEY + kind);
  else sessionStorage.setItem(KEY + kind, JSON.stringify(keptChangeSchema.parse(change)));
}

/** The change that this tab keeps, also one from before the page was loaded again. */
export function keptChange(kind: BotKind): BotsChange | null {
  const text = sessionStorage.getItem(KEY + kind);
  if (text === null) return null;
  try {
    const { data } = keptChangeSchema.safeParse(JSON.parse(text));
    return data ?? null;
  } catch {
    return null; // Nobody but this page writes there; without the change there is no way back, and nothing else is lost.
  }
}
