import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useDeletePortfolio } from './portfolio-acts.ts';

interface DeleteDialogProps {
  readonly portfolio: Portfolio;
  readonly onClose: () => void;
  readonly onDeleted?: (() => void) | undefined;
}

export function DeleteDialog({ portfolio, onClose, onDeleted }: DeleteDialogProps) {
  const t = useText();
  const { name, closedCycles, isDemo } = portfolio;
  const remove = useDeletePortfolio();
  const lines = [t('portfolio.deleteEmpty')];
  if (closedCycles > 0) lines.push(t('portfolio.deleteCycles', { cycles: t.plural('cycles', closedCycles) }));
  const onConfirm = () =>
    remove.mutate(portfolio.portfolioId, {
      onSuccess: () => {
        toast(t('portfolio.deleted', { name }));
        onClose();
        onDeleted?.();
      },
    });
  return (
    <Preview
      opened
      onClose={onClose}
      title={t('portfolio.deleteTitle', { name })}
      act={t('portfolio.deleteAct', { name })}
      lines={lines}
      stays={[t('portfolio.deleteStays'), ...(closedCycles > 0 && !isDemo ? [t('portfolio.deleteTotals')] : [])]}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={onConfirm}
    />
  );
}
