import { useQuery } from '@tanstack/react-query';
import { backFillsQuery } from '#web/api/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/card.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { JobRow } from './job-row.tsx';
import css from './market.module.css';

/** Ended jobs say what came of them; older ones are of no use here. */
const ENDED_SHOWN = 3;

/** Jobs that fetch past minutes: those to come, then the last that ended. */
export function JobsCard() {
  const t = useText();
  const jobs = useQuery(backFillsQuery);
  const open = jobs.data?.items.filter(({ endedAt }) => endedAt === null) ?? [];
  const ended = jobs.data?.items.filter(({ endedAt }) => endedAt !== null).slice(0, ENDED_SHOWN) ?? [];
  return (
    <Card title={t('market.jobs')}>
      {jobs.isPending ? <SkeletonRows rows={2} /> : null}
      {jobs.isError ? <Problem error={jobs.error} onRetry={() => void jobs.refetch()} /> : null}
      {jobs.data && open.length === 0 ? <p className={css['quiet']}>{t('market.jobs.none')}</p> : null}
      <ul className={css['jobs']}>
        {open.map((job) => (
          <JobRow key={job.backFillId} job={job} />
        ))}
      </ul>
      {ended.length > 0 ? (
        <>
          <h3 className={css['small']}>{t('market.jobs.ended')}</h3>
          <ul className={css['jobs']}>
            {ended.map((job) => (
              <JobRow key={job.backFillId} job={job} />
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  );
}
