import { expect, vi } from 'vitest';
import { getDemo, loadDemo } from '#contract/system.ts';
import type { Visitor } from './visitor.ts';

const LOADED_WITHIN = { timeout: 240_000, interval: 100 };

/** Loads the demo of a user, and waits until it is there. */
export async function loadDemoOf(owner: Pick<Visitor, 'ask'>): Promise<void> {
  await owner.ask(loadDemo, { body: {} });
  const state = async () => (await owner.ask(getDemo, {})).state;
  await vi.waitFor(async () => expect(await state()).toBe('loaded'), LOADED_WITHIN);
}
