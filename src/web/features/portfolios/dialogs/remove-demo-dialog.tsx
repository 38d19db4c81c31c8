import { useQuery } from '@tanstack/react-query';
import { demoQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useRemoveDemo } from '../portfolio-mutations.ts';

export function RemoveDemoDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const { data: demo } = useQuery(demoQuery);
  const remove = useRemoveDemo();
  const counted = {
    portfolios: t.plural('portfolios', demo?.portfolios ?? 0),
    bots: t.plural('bots', demo?.bots ?? 0),
  };
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(t('demo.removed'));
        onClose();
      },
    });
  return (
    <Preview
      opened
      onClose={onClose}
      kind="paper"
      title={t('demo.removeTitle')}
      act={t('demo.removeAct', counted)}
      lines={[t('demo.removeLine', counted), t('demo.removePaper')]}
      stays={[t('demo.removeStays')]}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={onConfirm}
    />
  );
}
