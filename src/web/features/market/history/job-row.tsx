import { useCancelJob } from '#web/api/market/back-fill-acts.ts';
import type { BackFillRow } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { ProgressGauge } from '#web/ui/figures/share-gauge.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from '../market.module.css';
import { jobPeriod, paceText, scopeText, toneOfJob } from './job-words.ts';

/** One job that fetches past minutes: its contracts, progress, errors, and a button to cancel one's own. */
export function JobRow({ job }: { readonly job: BackFillRow }) {
  const t = useText();
  const cancel = useCancelJob();
  const what = scopeText(job, t);
  const end = () => cancel.mutate(job.backFillId, { onSuccess: () => toast(t('market.job.cancelled.toast')) });
  return (
    <li className={css['job']}>
      <div className={css['jobHead']}>
        <Status tone={toneOfJob[job.state]} word={t(`market.job.${job.state}`)} />
        <b>{what}</b>
        <span className={css['quiet']}>
          {jobPeriod(job, t)}
          {job.isAutomatic ? `, ${t('market.job.auto')}` : ''}
        </span>
        {job.endedAt === null && job.isOwn ? (
          <Button
            size="compact-xs"
            disabled={cancel.isPending}
            aria-label={t('market.job.cancelNamed', { what })}
            onClick={end}
          >
            {t('market.job.cancel')}
          </Button>
        ) : null}
      </div>
      {job.endedAt === null && job.progressPercent !== null ? (
        <ProgressGauge percent={job.progressPercent} label={t('market.job.progress', { what })} />
      ) : null}
      <div className={css['pace']}>{paceText(job, t)}</div>
      {job.requestsSkipped > 0 ? (
        <div className={css['warn']}>{t('market.job.skipped', { count: job.requestsSkipped })}</div>
      ) : null}
      {job.state === 'paused' ? <div className={css['warn']}>{t('market.job.pausedWhy')}</div> : null}
      {job.state === 'failed' ? <div className={css['warn']}>{job.problem}</div> : null}
      {cancel.error ? <ProblemNote error={cancel.error} /> : null}
    </li>
  );
}
