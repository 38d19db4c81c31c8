import { liveStore } from '#web/api/live/live-store.ts';
import { useLine, useRetry } from '#web/api/live/use-live.ts';
import { useStaleSeconds } from '#web/api/live/use-stale.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { durationText } from '#web/ui/values/format.ts';
import { useNow } from '#web/ui/values/use-now.ts';
import css from './live-line.module.css';

const SECOND_MS = 1_000;

/** Shows the age of the values on the page while the connection to the server is down, or nothing comes. */
export function LiveLine() {
  const line = useLine();
  const staleFor = useStaleSeconds();
  if (line === 'lost') return <LostLine />;
  return staleFor === null ? null : <StaleLine seconds={staleFor} />;
}

/** The connection stands, but nothing new comes through it. */
function StaleLine({ seconds }: { readonly seconds: number }) {
  const t = useText();
  return (
    <div className={css['line']}>
      <Note tone="warn" title={t('strip.stale')}>
        {t('strip.lostAge', { age: durationText(seconds * SECOND_MS, t) })}
      </Note>
    </div>
  );
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
