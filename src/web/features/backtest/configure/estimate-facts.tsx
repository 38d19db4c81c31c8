import { Link } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { durationText } from '#web/ui/values/format.ts';
import type { Estimate } from '../test-queries.ts';
import css from './configure.module.css';

/** How much there is to compute, and how long it takes. */
export function EstimateFacts({ estimate }: { readonly estimate: Estimate }) {
  const t = useText();
  const { pointsTotal, combinations, runs, candles, secondsExpected, workers, testsAhead } = estimate;
  const count = (value: number) => t.number(String(value));
  const facts = [
    { name: t('backtest.estimate.points'), value: pointsText(), more: null },
    { name: t('backtest.estimate.runs'), value: count(runs), more: null },
    { name: t('backtest.estimate.candles'), value: count(candles), more: null },
    {
      name: t('backtest.estimate.time'),
      value: t('backtest.estimate.about', { time: durationText(Math.max(secondsExpected, 1) * 1_000, t) }),
      more: t.plural('backtest.workers', workers),
    },
  ];
  function pointsText(): string {
    return combinations > pointsTotal
      ? t('backtest.estimate.of', { count: count(pointsTotal), all: count(combinations) })
      : count(pointsTotal);
  }
  return (
    <>
      <dl className={css['facts']}>
        {facts.map(({ name, value, more }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {more === null ? null : <span className={css['quiet']}> {more}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {testsAhead > 0 ? <p className={css['quiet']}>{t.plural('backtest.ahead', testsAhead)}</p> : null}
      {estimate.reusedConditionId === null ? null : (
        <Note
          tone="info"
          title={t('backtest.exists')}
          actions={
            <Link to="/backtest/$id" params={{ id: estimate.reusedConditionId }}>
              {t('backtest.existsOpen')}
            </Link>
          }
        />
      )}
    </>
  );
}
