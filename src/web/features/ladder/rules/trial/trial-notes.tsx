import { type Text, useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import type { ToldTrial } from '../tree/tree-reading.ts';

/** What makes the figures of a trial doubtful, before the figures. */
export function TrialNotes({ trial }: { readonly trial: ToldTrial }) {
  const t = useText();
  const [from, to] = [trial.dateFrom, trial.dateTo].map((date) => utcMinute(date, t.language));
  const flags = trial.flags.map((flag) => (flag === 'WARMING_UP' ? warmingUpText(trial, t) : t(`rules.flag.${flag}`)));
  const isGrave = trial.flags.some((flag) => flag === 'LIQUIDATED' || flag === 'GAPS');
  return (
    <Note tone={isGrave ? 'warn' : 'info'} title={t('rules.trial.span', { from: from ?? '', to: to ?? '' })}>
      {flags.length === 0 ? undefined : flags.join(' ')}
    </Note>
  );
}

/** Says since when all rules have been known; without a date where one never was. */
function warmingUpText({ rules }: ToldTrial, t: Text): string {
  const known = rules.map(({ knownSince }) => knownSince);
  const last = known.includes(null) ? null : known.toSorted().at(-1);
  return last == null ? t('rules.flag.WARMING_UP') : t('rules.trial.knownSince', { date: utcMinute(last, t.language) });
}
