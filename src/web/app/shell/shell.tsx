import './shell-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useIsStale } from '#web/api/live/use-stale.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useText, WholeText } from '#web/i18n/text.tsx';
import { onFirstToast } from '#web/ui/overlay/toast.ts';
import { Look } from '../look/look.tsx';
import { OpenedPalette } from '../palette/opened-palette.tsx';
import { useKeys } from '../palette/use-keys.ts';
import { BottomNavigation } from './bottom-navigation.tsx';
import { HealthStrip } from './health-strip.tsx';
import { LiveLine } from './live-line.tsx';
import { Rail } from './rail.tsx';
import css from './shell.module.css';

const Toasts = lazy(async () => ({ default: (await import('../toasts.tsx')).Toasts }));
const StopAllDialog = lazy(async () => ({
  default: (await import('#web/bots/several/stop-all-dialog.tsx')).StopAllDialog,
}));
const NoticePanel = lazy(async () => ({
  default: (await import('#web/features/notices/notice-panel.tsx')).NoticePanel,
}));
const KeyList = lazy(async () => ({ default: (await import('../palette/key-list.tsx')).KeyList }));

/** The frame of everything behind the login: rail, health strip, page. */
export function Shell() {
  return (
    <WholeText>
      <QueryClientProvider client={queryClient}>
        <Look>
          <Frame />
        </Look>
      </QueryClientProvider>
    </WholeText>
  );
}

function Frame() {
  const t = useText();
  const isStale = useIsStale();
  const [dialog, setDialog] = useState<'palette' | 'keys' | 'stopAll' | 'notices' | null>(null);
  const [hasToasts, setToasts] = useState(false);
  useKeys(setDialog);
  useEffect(() => onFirstToast(() => setToasts(true)), []);
  const close = () => setDialog(null);
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#content">
        {t('nav.skip')}
      </a>
      <Rail />
      <HealthStrip
        onCommand={() => setDialog('palette')}
        onStopAll={() => setDialog('stopAll')}
        onNotices={() => setDialog('notices')}
      />
      <main className={css['main']} id="content" tabIndex={-1} data-stale={isStale ? '' : undefined}>
        <LiveLine />
        <Outlet />
      </main>
      <BottomNavigation />
      <Suspense>
        {hasToasts ? <Toasts /> : null}
        {dialog === 'palette' ? (
          <OpenedPalette onClose={close} onKeys={() => setDialog('keys')} onStopAll={() => setDialog('stopAll')} />
        ) : null}
        {dialog === 'stopAll' ? <StopAllDialog onClose={close} /> : null}
        {dialog === 'keys' ? <KeyList onClose={close} /> : null}
        {dialog === 'notices' ? <NoticePanel onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
