import { useQuery } from '@tanstack/react-query';
import { type BackFillRow, backFillsQuery } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import css from '../market.module.css';
import { JobRow } from './job-row.tsx';

/** Number of ended jobs shown with their results; older ones are not useful here. */
const ENDED_SHOWN = 3;

/** The card of jobs that fetch past minutes, shown while any job is unfinished. */
export function OpenJobsCard() {
  const t = useText();
  const jobs = useQuery(backFillsQuery);
  const open = jobs.data?.items.filter(({ endedAt }) => endedAt === null) ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={t('market.jobs')}>
      <JobList jobs={open} />
    </Card>
  );
}

/** Jobs that fetch past minutes: unfinished ones, then the latest that ended. */
export function JobsCard() {
  const t = useText();
  const jobs = useQuery(backFillsQuery);
  const open = jobs.data?.items.filter(({ endedAt }) => endedAt === null) ?? [];
  const ended = jobs.data?.items.filter(({ endedAt }) => endedAt !== null).slice(0, ENDED_SHOWN) ?? [];
  return (
    <Card title={t('market.jobs')}>
      {jobs.isPending ? <SkeletonRows rows={2} /> : null}
      {jobs.isError ? <ProblemNote error={jobs.error} onRetry={() => void jobs.refetch()} /> : null}
      {jobs.data && open.length === 0 ? <p className={css['quiet']}>{t('market.jobs.none')}</p> : null}
      <JobList jobs={open} />
      {ended.length > 0 ? (
        <>
          <h3 className={css['small']}>{t('market.jobs.ended')}</h3>
          <JobList jobs={ended} />
        </>
      ) : null}
    </Card>
  );
}

function JobList({ jobs }: { readonly jobs: readonly BackFillRow[] }) {
  return (
    <ul className={css['jobs']}>
      {jobs.map((job) => (
        <JobRow key={job.backFillId} job={job} />
      ))}
    </ul>
  );
}
