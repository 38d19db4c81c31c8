import { useNavigate } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import { TEST_BOTS_COMPARED_MAX } from '#contract/limits.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import type { ListedTest } from '../test-queries.ts';

/** Leads to the best points of the chosen tests side by side; nothing while fewer than two are chosen. */
export function CompareButton({ tests }: { readonly tests: readonly ListedTest[] }) {
  const best = tests.flatMap(({ best: one }) => (one === null ? [] : [one.botId]));
  return <ComparePoints botIds={best} />;
}

/** The same for points. */
export function ComparePoints({ botIds }: { readonly botIds: readonly string[] }) {
  const t = useText();
  const navigate = useNavigate();
  if (botIds.length < 2) return null;
  const isTooMany = botIds.length > TEST_BOTS_COMPARED_MAX;
  return (
    <>
      <Button
        size="compact-xs"
        leftSection={<GitCompareArrows size={14} aria-hidden="true" />}
        disabled={isTooMany}
        onClick={() => void navigate({ to: '/backtest/compare', search: { bots: botIds.join(',') } })}
      >
        {t('backtest.compareCount', { count: botIds.length })}
      </Button>
      {isTooMany ? <span>{t('problem.COMPARISON_TOO_LARGE')}</span> : null}
    </>
  );
}
