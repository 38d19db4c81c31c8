import { expect, vi } from 'vitest';
import { getDemo, loadDemo } from '#contract/system.ts';
import type { Visitor } from './visitor.ts';

const LOADED_WITHIN = { timeout: 240_000, interval: 100 };

/** Loads the demo of a user. On a busy machine the answer may come too late; whether it is loaded is asked for apart. */
export async function loadDemoOf(owner: Pick<Visitor, 'ask'>): Promise<void> {
  await owner.ask(loadDemo, { body: {} }).catch((error: Error) => expect(error.message).toContain('OUTCOME_UNKNOWN'));
  const state = async () => (await owner.ask(getDemo, {})).state;
  await vi.waitFor(async () => expect(await state()).toBe('loaded'), LOADED_WITHIN);
}
