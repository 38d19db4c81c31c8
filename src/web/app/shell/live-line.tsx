import { Button } from '@mantine/core';
import { liveStore } from '#web/api/live/live-store.ts';
import { useLine, useRetry } from '#web/api/live/use-live.ts';
import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { durationText } from '#web/ui/values/format.ts';
import { useNow } from '#web/ui/values/use-now.ts';
import css from './live-line.module.css';

const SECOND_MS = 1_000;

/** Shows the age of the values on the page while the connection to the server is down. */
export function LiveLine() {
  return useLine() === 'lost' ? <LostLine /> : null;
}

function LostLine() {
  const t = useText();
  const now = useNow();
  const retry = useRetry();
  const { heardAt } = liveStore;
  return (
    <div className={css['line']}>
      <Note
        tone="warn"
        title={t('strip.lost')}
        actions={
          <Button size="compact-xs" onClick={retry?.now}>
            {t('strip.tryNow')}
          </Button>
        }
      >
        {heardAt === null ? null : `${t('strip.lostAge', { age: durationText(now - heardAt, t) })} `}
        {retry === null || retry.at <= now
          ? t('strip.trying')
          : t('strip.tryingIn', { count: Math.ceil((retry.at - now) / SECOND_MS) })}
      </Note>
    </div>
  );
}
