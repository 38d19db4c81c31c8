import { describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import type { BackFillJob } from '#market/back-fill/back-fill-job.ts';
import { touches } from '../live/touches.ts';
import type { MarketServices } from './market-services.ts';
import { tellBackFills } from './tell-back-fills.ts';

type Progress = Pick<BackFillJob, 'jobId' | 'state' | 'endedAt'>;

/** Jobs whose progress the test triggers, and how often all users were notified. */
function opened() {
  const clock = { ms: 0 };
  const told = touches();
  const heard: (string | null)[] = [];
  told.subscribe((ownerId, topic) => heard.push(ownerId, topic));
  let listen: (job: BackFillJob) => void = () => {};
  const onBackFill: MarketServices['onBackFill'] = (listener) => {
    listen = listener;
    return () => {};
  };
  const market = { onBackFill } as MarketServices; // Nothing else of it is used.
  tellBackFills({ market, touches: told, now: () => instantOf(clock.ms) });
  const progress = (job: Progress) => listen(job as BackFillJob); // Nothing else of it is used.
  return { clock, progress, times: () => heard.filter((word) => word === 'back-fills').length, heard };
}

const RUNNING: Progress = { jobId: 'a', state: 'running', endedAt: null };

describe('progress of back-fill jobs', () => {
  it('is announced to all users at most once a second while they run', () => {
    const { clock, progress, times, heard } = opened();
    for (clock.ms = 0; clock.ms < 3_000; clock.ms += 250) progress(RUNNING);
    expect(times()).toBe(3);
    expect(heard[0]).toBeNull();
  });

  it('is announced at once when a state changes or another job runs', () => {
    const { progress, times } = opened();
    progress(RUNNING);
    progress({ ...RUNNING, state: 'paused' });
    progress({ ...RUNNING, state: 'running' });
    progress({ ...RUNNING, jobId: 'b' });
    progress({ ...RUNNING, state: 'done', endedAt: instantOf(9) });
    expect(times()).toBe(5);
  });
});
