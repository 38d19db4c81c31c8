import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#web/bots/cycles/whole-log.ts';
import { storiesOf } from './stories-of.ts';

const line = (logId: string, cycleId: string | null) => ({ logId, cycleId }) as LogEntry; // What a story is made of.

describe('the log by cycles', () => {
  it('each cycle stands once, where its newest line is, and lines without a cycle stay', () => {
    const lines = [line('6', 'b'), line('5', null), line('4', 'a'), line('3', 'b'), line('2', null), line('1', 'a')];
    expect(storiesOf(lines).map(({ logId }) => logId)).toEqual(['6', '5', '4', '2']);
  });
});
