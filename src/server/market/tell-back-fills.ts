import type { BackFillState } from '#market/back-fill/back-fill-job.ts';
import type { Services } from '../services.ts';

/** Minimum interval between announcements, wall time; a change of state is announced at once. */
const TELL_MS = 1_000;

/** Announces the progress of back-fill jobs to every tab. */
export function tellBackFills({ market, touches, now }: Pick<Services, 'market' | 'touches' | 'now'>): void {
  let toldMs = Number.NEGATIVE_INFINITY;
  const states = new Map<string, BackFillState>();
  market.onBackFill(({ jobId, state, endedAt }) => {
    const isNews = states.get(jobId) !== state;
    if (endedAt === null) states.set(jobId, state);
    else states.delete(jobId);
    if (!isNews && now() - toldMs < TELL_MS) return;
    toldMs = now();
    touches.tellAll('back-fills');
  });
}
