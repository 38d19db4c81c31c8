import { useNavigate } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKindView } from '#web/kinds/use-kind.ts';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { type SavedStrategy, useDeleteStrategy } from '../strategy-queries.ts';

/** Deletes a strategy with its versions; bots keep theirs. */
export function DeleteStrategyDialog({ strategy, onClose }: { strategy: SavedStrategy; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const remove = useDeleteStrategy();
  const { kind, tone } = useKindView();
  const users = strategy.bots.map((bot) => bot.name).join(', ');
  return (
    <Preview
      opened
      onClose={onClose}
      kind={tone}
      title={t('strategy.delete.title', { name: strategy.name })}
      act={t('strategy.delete.act', { name: strategy.name })}
      lines={[
        t.plural('strategy.delete.versions', strategy.versions.length),
        ...(users === '' ? [] : [t('strategy.delete.inUse', { bots: users })]),
      ]}
      stays={[t('strategy.delete.stays')]}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(strategy.strategyId, { onSuccess: () => void navigate({ to: kindAddress(kind, 'strategy') }) })
      }
    />
  );
}
