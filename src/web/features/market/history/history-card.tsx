import { useQuery } from '@tanstack/react-query';
import { marketHistoryQuery, type StoredHistory } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import css from '../market.module.css';
import { CoverageStrip } from './coverage-strip.tsx';
import { FetchForm } from './fetch-form.tsx';

const GAPS_SHOWN = 5;
const MINUTE_MS = 60_000;

interface HistoryCardProps {
  readonly symbol: string;
  readonly contracts: number;
}

/** The stored and missing minutes of a contract, and a form to fetch more. */
export function HistoryCard({ symbol, contracts }: HistoryCardProps) {
  const t = useText();
  const history = useQuery(marketHistoryQuery(symbol));
  return (
    <Card title={t('market.history')}>
      {history.isPending ? <SkeletonRows rows={8} /> : null}
      {history.isError ? <ProblemNote error={history.error} onRetry={() => void history.refetch()} /> : null}
      {history.data ? (
        <div className={css['history']}>
          {history.data.oldestMinute === null ? (
            <Empty title={t('market.history.none', { symbol })}>{t('market.history.noneMore')}</Empty>
          ) : (
            <Stored history={history.data} />
          )}
          <FetchForm key={symbol} history={history.data} contracts={contracts} />
        </div>
      ) : null}
    </Card>
  );
}

function Stored({ history }: { readonly history: StoredHistory }) {
  const t = useText();
  const { oldestMinute, newestMinute, minutesStored, minutesMissing, minutesAbsent } = history;
  const time = (instant: string | null) => (instant === null ? '' : utcMinute(instant, t.language));
  const count = (minutes: number) => t.number(String(minutes));
  const facts = [
    [t('market.history.from'), time(oldestMinute)],
    [t('market.history.to'), time(newestMinute)],
    [t('market.history.stored'), count(minutesStored)],
    [t('market.history.missing'), count(minutesMissing)],
    ...(minutesAbsent > 0 ? [[t('market.history.absent'), count(minutesAbsent)] as const] : []),
  ] as const;
  return (
    <>
      <CoverageStrip history={history} />
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Gaps history={history} />
    </>
  );
}

function Gaps({ history: { gaps, presentAt } }: { readonly history: StoredHistory }) {
  const t = useText();
  if (gaps.length === 0) return <p className={css['quiet']}>{t('market.history.noGaps')}</p>;
  return (
    <div>
      <h3 className={css['small']}>{t('market.history.gaps')}</h3>
      <ul className={css['gaps']}>
        {gaps.slice(0, GAPS_SHOWN).map(({ from, to }) => {
          const count = t.number(String((Date.parse(to) - Date.parse(from)) / MINUTE_MS));
          const words = { from: utcMinute(from, t.language), to: utcMinute(to, t.language), count };
          return <li key={from}>{t(to === presentAt ? 'market.history.coming' : 'market.history.gap', words)}</li>;
        })}
      </ul>
      {gaps.length > GAPS_SHOWN ? (
        <p className={css['quiet']}>{t('market.history.moreGaps', { count: gaps.length - GAPS_SHOWN })}</p>
      ) : null}
    </div>
  );
}
