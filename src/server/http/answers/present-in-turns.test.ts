import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { presentInTurns } from './present-in-turns.ts';

const row = z.object({ botName: z.string(), atoms: z.array(z.object({ atomId: z.string() })) });
/** Only its reply is looked at. */
const call = { reply: z.object({ items: z.array(row), total: z.number() }) } as unknown as Call;
const list = (items: number) => ({
  items: Array.from({ length: items }, (_unused, index) => ({
    botName: `Bot ${index}`,
    atoms: [{ atomId: 'a', secret: 'undocumented' }],
  })),
  total: items,
});

test('a reply is sent with the documented fields alone, under the names of the wire', async () => {
  expect(await presentInTurns(call, list(1))).toEqual({
    items: [{ bot_name: 'Bot 0', atoms: [{ atom_id: 'a' }] }],
    total: 1,
  });
});

test('a list that takes long to present is presented whole, and lets others have turns of the thread', async () => {
  // Takes hundreds of milliseconds on any machine, a hundred times as long as a turn.
  const [large, rows] = [list(200_000), 200_000];
  let [turns, isOver] = [0, false];
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  const presented = presentInTurns(call, large);
  turns = 0; // Its first turn has been taken when this is reached.
  const body = (await presented) as { items: readonly unknown[] };
  const turnsMeanwhile = turns;
  isOver = true;
  await others;
  expect(body.items).toHaveLength(rows);
  expect(turnsMeanwhile).toBeGreaterThan(5);
});
