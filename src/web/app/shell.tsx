import './shell-styles.ts';
import { Notifications } from '@mantine/notifications';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { HealthStrip } from './health-strip.tsx';
import { LiveLine } from './live-line.tsx';
import { Rail } from './rail.tsx';
import css from './shell.module.css';
import { useKeys } from './use-keys.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** Rail, health strip and the page: what stands around everything behind the login. */
export function Shell() {
  const t = useText();
  const [dialog, setDialog] = useState<'palette' | 'keys' | null>(null);
  useKeys(setDialog);
  const close = () => setDialog(null);
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#content">
        {t('nav.skip')}
      </a>
      <Rail />
      <HealthStrip onCommand={() => setDialog('palette')} />
      <main className={css['main']} id="content" tabIndex={-1}>
        <LiveLine />
        <Outlet />
      </main>
      <BottomBar />
      <Notifications position="bottom-right" limit={1} />
      <Suspense>
        {dialog === 'palette' ? <CommandPalette onClose={close} onKeys={() => setDialog('keys')} /> : null}
        {dialog === 'keys' ? <KeyList onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
