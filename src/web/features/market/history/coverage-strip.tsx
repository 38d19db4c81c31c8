import type { StoredHistory } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import css from '../market.module.css';

const MINUTE_MS = 60_000;

/** Stored and missing minutes, from the oldest stored minute to the present. */
export function CoverageStrip({ history }: { readonly history: StoredHistory }) {
  const t = useText();
  const { oldestMinute, newestMinute, presentAt, stored, minutesMissing } = history;
  if (oldestMinute === null || newestMinute === null) return null;
  const begin = Date.parse(oldestMinute);
  const length = Math.max(Date.parse(presentAt) - begin, MINUTE_MS);
  const words = {
    from: utcMinute(oldestMinute, t.language),
    to: utcMinute(newestMinute, t.language),
    missing: t.number(String(minutesMissing)),
  };
  return (
    <div className={css['strip']} role="img" aria-label={t('market.history.strip', words)}>
      {stored.map(({ from, to }) => (
        <span
          key={from}
          style={{
            left: `${(100 * (Date.parse(from) - begin)) / length}%`,
            width: `${(100 * (Date.parse(to) - Date.parse(from))) / length}%`,
          }}
        />
      ))}
    </div>
  );
}
