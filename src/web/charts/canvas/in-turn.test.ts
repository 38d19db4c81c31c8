import { afterEach, expect, it, vi } from 'vitest';
import { inTurn } from './in-turn.ts';

afterEach(() => void vi.unstubAllGlobals());

it('of charts that come together the next is made when the one before it is painted, and none that has gone', async () => {
  const frames: (() => void)[] = [];
  const made: string[] = [];
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  inTurn(() => made.push('candles'));
  const cancel = inTurn(() => made.push('gone'));
  inTurn(() => made.push('funding'));
  cancel();
  await expect.poll(() => frames).toHaveLength(1);
  expect(made).toEqual(['candles']);
  frames[0]?.();
  await expect.poll(() => made).toEqual(['candles', 'funding']);
});
