import { Link, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { useStartTest } from '../test-mutations.ts';
import { type Estimate, isAboutTests, type TestBody } from '../test-queries.ts';
import css from './configure.module.css';
import { namedSymbols } from './named-symbols.ts';
import type { Estimating } from './use-estimate.ts';

interface StartTestProps {
  readonly body: TestBody | null;
  /** What has to be filled in first; null when nothing is. */
  readonly missing: string | null;
  readonly estimating: Estimating;
}

/** The start, or why there can be none. What is not known yet is asked for first. */
export function StartTest({ body, missing, estimating }: StartTestProps) {
  const t = useText();
  const reasonId = useId();
  const navigate = useNavigate();
  const create = useStartTest();
  const reasons = missing === null ? reasonsIn(estimating, t) : [missing];
  const obstacles = missing === null && estimating.isCurrent ? (estimating.estimate?.obstacles ?? []) : [];
  const start = () => {
    if (body === null) return;
    const input = { body, isEstimated: estimating.isCurrent };
    create.mutate(input, {
      onSuccess: (test) => {
        if (test === null) return; // The estimate, which is now known, says why.
        if (test.isReused) toast(t('backtest.reused'));
        void navigate({ to: '/backtest/$id', params: { id: test.conditionId } });
      },
    });
  };
  return (
    <div className={css['start']}>
      {create.isError && reasons.length === 0 ? <ProblemNote error={create.error} /> : null}
      <div className={css['reasons']} id={reasonId}>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {obstacles.some(isAboutTests) ? <Link to="/backtest">{t('backtest.blocked.toTests')}</Link> : null}
      </div>
      <Button
        variant="filled"
        className={css['wideButton']}
        disabled={body === null || reasons.length > 0}
        loading={create.isPending}
        aria-describedby={reasons.length === 0 ? undefined : reasonId}
        onClick={start}
      >
        {t('backtest.start')}
      </Button>
    </div>
  );
}

function reasonsIn({ estimate, isCurrent, isRefused }: Estimating, t: Text): readonly string[] {
  if (isRefused) return [t('backtest.blocked.refused')];
  if (estimate === null || !isCurrent) return [];
  return estimate.obstacles.map((obstacle) => obstacleText(estimate, obstacle, t));
}

function obstacleText({ coverage }: Estimate, { code, symbols }: Estimate['obstacles'][number], t: Text): string {
  const names = { symbols: namedSymbols(symbols, t) };
  if (code === 'FUNDING_MISSING') return t('backtest.blocked.funding', names);
  if (code !== 'CANDLES_MISSING') return t(`problem.${code}`);
  const isScattered = coverage.every(({ symbol, minutesStored }) => !symbols.includes(symbol) || minutesStored > 0);
  return t(isScattered ? 'backtest.blocked.scattered' : 'backtest.blocked.candles', names);
}
