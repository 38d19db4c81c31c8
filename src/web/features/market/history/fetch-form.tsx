import { useState } from 'react';
import { useStartJob } from '#web/api/market/back-fill-acts.ts';
import type { StoredHistory } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { FieldFrame } from '#web/ui/form/field-frame.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { utcDay } from '#web/ui/values/format.ts';
import css from '../market.module.css';
import { bodyOf, type FetchPeriod, type FetchWish, fetchPeriods, requestsMax } from './fetch-plan.ts';

interface FetchFormProps {
  readonly history: StoredHistory;
  /** Number of contracts. */
  readonly contracts: number;
}

/** Chooses a period and starts a job that fetches it. */
export function FetchForm({ history, contracts }: FetchFormProps) {
  const t = useText();
  const [wish, setWish] = useState<FetchWish>({ period: '30d', from: '', to: '', symbol: history.symbol });
  const start = useStartJob();
  const body = bodyOf(wish, history.presentAt);
  const requests = requestsMax(wish, history.presentAt, contracts);
  const isEarly = body?.dateFrom != null && Date.parse(body.dateFrom) < Date.parse(history.listedAt);
  const send = () => {
    if (body !== null) start.mutate(body, { onSuccess: () => toast(t('market.job.started')) });
  };
  return (
    <form
      className={css['fetch']}
      aria-label={t('market.fetch')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h3 className={css['small']}>{t('market.fetch')}</h3>
      <Chips
        label={t('market.fetch.period')}
        value={wish.period}
        onChange={(period: FetchPeriod) => setWish({ ...wish, period })}
        items={fetchPeriods.map((value) => ({ value, label: t(`market.fetch.${value}`) }))}
      />
      {wish.period === 'own' ? <Days wish={wish} onChange={setWish} /> : null}
      <Chips
        label={t('market.fetch.scope')}
        value={wish.symbol === null ? 'all' : 'this'}
        onChange={(scope: 'this' | 'all') => setWish({ ...wish, symbol: scope === 'all' ? null : history.symbol })}
        items={(['this', 'all'] as const).map((value) => ({ value, label: t(`market.fetch.${value}`) }))}
      />
      <div className={css['hint']}>
        {requests === null ? null : t('market.fetch.cost', { count: t.number(String(requests)) })}{' '}
        {isEarly && wish.symbol !== null
          ? t('market.fetch.listed', { day: utcDay(history.listedAt, t.language) })
          : null}
        {body === null ? t('market.fetch.fromMissing') : null}
      </div>
      {start.error ? <ProblemNote error={start.error} /> : null}
      <div>
        <Button type="submit" variant="filled" disabled={body === null || start.isPending}>
          {t('market.fetch.start')}
        </Button>
      </div>
    </form>
  );
}

interface DaysProps {
  readonly wish: FetchWish;
  readonly onChange: (wish: FetchWish) => void;
}

function Days({ wish, onChange }: DaysProps) {
  const t = useText();
  return (
    <div className={css['days']}>
      <FieldFrame words={{ label: t('market.fetch.from') }}>
        {(ties) => (
          <TextBox
            {...ties}
            type="date"
            value={wish.from}
            onChange={(event) => onChange({ ...wish, from: event.currentTarget.value })}
          />
        )}
      </FieldFrame>
      <FieldFrame words={{ label: t('market.fetch.to'), hint: t('market.fetch.toHint') }}>
        {(ties) => (
          <TextBox
            {...ties}
            type="date"
            value={wish.to}
            onChange={(event) => onChange({ ...wish, to: event.currentTarget.value })}
          />
        )}
      </FieldFrame>
    </div>
  );
}
