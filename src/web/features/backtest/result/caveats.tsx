import { type Text, useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { signOfText } from '#web/ui/values/format.ts';
import type { Report } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';

interface CaveatsProps {
  readonly test: TestDetail;
  readonly report: Report;
}

/** What makes the result doubtful, before any of its numbers. */
export function Caveats({ test, report }: CaveatsProps) {
  const t = useText();
  return (
    <Note tone="warn" title={t('backtest.caveats')}>
      {caveatsOf({ test, report }, t).join(' ')}
    </Note>
  );
}

const DAY_MS = 86_400_000;
/** With fewer stop-losses than this nothing is known of what they cost. */
const STOPS_ENOUGH = 5;

/** The sentences, the widest first. */
export function caveatsOf({ test, report }: CaveatsProps, t: Text): readonly string[] {
  const days = Math.max(1, Math.round((Date.parse(report.dateTo) - Date.parse(report.dateFrom)) / DAY_MS));
  const market = (['falling', 'flat', 'rising'] as const)[signOfText(report.figures.marketChangePercent) + 1] ?? 'flat';
  const stops = report.byReason.find(({ name }) => name === 'stop_loss')?.cycles ?? 0;
  const trials = test.trials?.count ?? 0;
  const flags = [...new Set([...test.flags, ...report.flags])].filter((flag) => flag !== 'MANY_TRIALS');
  return [
    t.plural('backtest.caveat.days', days, { market: t(`backtest.caveat.${market}`) }),
    ...(stops < STOPS_ENOUGH
      ? [stops === 0 ? t('backtest.caveat.noStop') : t.plural('backtest.caveat.stops', stops)]
      : []),
    ...(trials > 1 ? [t.plural('backtest.caveat.trials', trials, { count: t.number(String(trials)) })] : []),
    ...(trials > 1 && test.outOfSamplePercent === null && test.windows.length === 0
      ? [t('backtest.caveat.noSplit')]
      : []),
    ...flags.map((flag) => t(`backtest.flag.${flag}`)),
  ];
}
