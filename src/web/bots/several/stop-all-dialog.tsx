import { Modal } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { allKinds } from '#engine/bots/registry.ts';
import { botsQuery } from '#web/api/trading-queries.ts';
import '#web/kinds/kind-views.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { canDo } from '../acts/can-do.ts';
import { SeveralDialog } from './several-dialog.tsx';

/** Stops every bot of every kind that can be stopped, from anywhere; with one preview and an outcome for each. */
export function StopAllDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <PartText part="botWork">
      <Loading onClose={onClose} />
    </PartText>
  );
}

function Loading({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const kinds = allKinds().filter((entry) => entry.isAvailable);
  const lists = useQueries({
    queries: kinds.map(({ kind }) => ({ ...botsQuery(kind), refetchOnMount: 'always' as const })),
  });
  const failed = lists.find((list) => list.isError && list.data === undefined);
  const bots = lists.flatMap((list) => list.data?.items ?? []).filter((bot) => canDo(bot, 'stop'));
  const isLoaded = lists.every((list) => list.data !== undefined);
  if (isLoaded && bots.length > 0) return <SeveralDialog act="stop" bots={bots} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t('command.stopAll')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      {failed === undefined ? null : (
        <ProblemNote error={failed.error} onRetry={() => void Promise.all(lists.map((list) => list.refetch()))} />
      )}
      {isLoaded ? <Empty title={t('several.noBots')} /> : null}
      {isLoaded || failed !== undefined ? null : <SkeletonRows rows={3} />}
    </Modal>
  );
}
