import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useText } from '#web/i18n/text.tsx';

const Preview = lazy(async () => ({ default: (await import('#web/ui/overlay/preview.tsx')).Preview }));

/** Asks for confirmation before leaving the page would lose a draft. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const t = useText();
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: isDirty, withResolver: true });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <Preview
        opened
        onClose={blocker.reset}
        title={t('strategy.leave.title')}
        act={t('strategy.leave.act')}
        lines={[t('strategy.leave.loses')]}
        onConfirm={blocker.proceed}
      />
    </Suspense>
  );
}
