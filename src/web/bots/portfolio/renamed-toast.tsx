import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './dialogs.module.css';
import { useRenamePortfolio } from './portfolio-acts.ts';

interface RenamedToastProps {
  readonly portfolioId: string;
  readonly before: string;
  readonly after: string;
}

/** Tells the new name of a portfolio and gives the old one back. */
export function RenamedToast({ portfolioId, before, after }: RenamedToastProps) {
  const t = useText();
  const undo = useRenamePortfolio();
  if (undo.error) return <ProblemNote error={undo.error} />;
  if (undo.isSuccess) return t('portfolio.renamedBack', { name: before });
  return (
    <span className={css['undo']}>
      {t('portfolio.renamed', { before, after })}
      <Button size="compact-xs" disabled={undo.isPending} onClick={() => undo.mutate({ portfolioId, name: before })}>
        {t('portfolio.undo')}
      </Button>
    </span>
  );
}
