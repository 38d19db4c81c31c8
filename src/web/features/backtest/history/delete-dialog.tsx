import { useText } from '#web/i18n/text.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useDeleteTest } from '../test-mutations.ts';
import { isOpenTest, type ListedTest } from '../test-queries.ts';

interface DeleteDialogProps {
  readonly test: ListedTest;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Says what is lost before a test is deleted. */
export function DeleteDialog({ test, onClose, onDeleted }: DeleteDialogProps) {
  const t = useText();
  const remove = useDeleteTest();
  const run = () =>
    remove.mutate(test.conditionId, {
      onSuccess: () => {
        toast(t('backtest.deleted', { name: test.name }));
        onDeleted();
      },
    });
  return (
    <Preview
      opened
      onClose={onClose}
      title={t('backtest.delete.title', { name: test.name })}
      act={t('backtest.delete.act')}
      lines={[
        t.plural('backtest.delete.points', test.pointsDone),
        ...(isOpenTest(test) ? [t('backtest.delete.running')] : []),
      ]}
      stays={[t('backtest.delete.stays')]}
      isBusy={remove.isPending}
      error={remove.error ?? undefined}
      onConfirm={run}
    />
  );
}
