import { useStatus } from '#web/api/live/use-live.ts';
import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { durationText } from '#web/ui/values/format.ts';
import { useNow } from '#web/ui/values/use-now.ts';

/** Says why the exchange's prices are stale; renders nothing while they are fresh. */
export function ExchangeNote() {
  const t = useText();
  const now = useNow();
  const status = useStatus();
  if (status?.exchange === 'silent') {
    const heardAt = status.exchangeHeardAt;
    return (
      <Note tone="warn" title={t('market.silent')}>
        {heardAt === null
          ? t('market.silentFirst')
          : t('market.silentMore', { age: durationText(now - Date.parse(heardAt), t) })}
      </Note>
    );
  }
  if (status?.isMarketBehind !== true) return null;
  return (
    <Note tone="warn" title={t('market.behind', { count: status.marketMinutesBehind })}>
      {t('market.behindMore')}
    </Note>
  );
}
