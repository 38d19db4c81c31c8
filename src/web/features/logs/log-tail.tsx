import { useQueryClient } from '@tanstack/react-query';
import { Download, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { LogEntry } from '#web/bots/cycles/whole-log.ts';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { csvText, saveFile } from '#web/ui/table/csv.ts';
import { logSentence } from '#web/ui/words/log-sentence.ts';
import { problemText } from '#web/ui/words/problem-text.ts';
import { allLines, EXPORT_MAX } from './log-queries.ts';
import css from './logs.module.css';
import type { LogChoice } from './use-log-filter.ts';

interface LogTailProps {
  readonly choice: LogChoice;
  readonly shown: number;
  /** Lines that the filter finds; null until they are counted. */
  readonly total: number | null;
  /** Lines that have come since the pause; null while the list follows. */
  readonly waiting: number | null;
  readonly onPause: () => void;
  readonly onResume: () => void;
}

/** How much is shown of how much, whether new lines come in, and the export of all that the filter finds. */
export function LogTail({ choice, shown, total, waiting, onPause, onResume }: LogTailProps) {
  const t = useText();
  const isPaused = waiting !== null;
  const Icon = isPaused ? Play : Pause;
  return (
    <div className={css['tail']}>
      <Chips
        label={t('logs.view')}
        value={choice.view}
        onChange={(view) => choice.set({ view: view === 'cycles' ? view : null })}
        items={(['lines', 'cycles'] as const).map((value) => ({ value, label: t(`logs.view.${value}`) }))}
      />
      <span className={css['quiet']} role="status">
        {total === null
          ? null
          : t('logs.shown', { shown: t.number(String(shown)), total: t.number(String(Math.max(total, shown))) })}
        {isPaused && waiting > 0 ? ` · ${t('logs.waiting', { count: t.number(String(waiting)) })}` : null}
      </span>
      <div className={css['filters']}>
        <Button
          size="compact-sm"
          leftSection={<Icon size={14} strokeWidth={1.75} aria-hidden />}
          onClick={isPaused ? onResume : onPause}
        >
          {t(isPaused ? 'logs.resume' : 'logs.pause')}
        </Button>
        <ExportButton choice={choice} />
      </div>
    </div>
  );
}

/** Saves every line that the filter finds, not only those on the page. */
function ExportButton({ choice }: { choice: LogChoice }) {
  const t = useText();
  const kind = useKind();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const lines = await allLines(queries, kind, choice.filter);
      saveFile(`${kind}-log.csv`, csvText(columns, lines));
      const key = lines.length < EXPORT_MAX ? 'logs.exported' : 'logs.exportedMost';
      toast(t(key, { count: t.number(String(lines.length)) }));
    } catch (error) {
      toast(problemText(error, t).what);
    }
    setBusy(false);
  };
  const columns = exportColumns.map(({ key, exact }) => ({
    id: key,
    title: t(`logs.column.${key}`),
    cell: () => null,
    exact: (entry: LogEntry) => exact(entry) ?? logSentence(entry, t),
  }));
  return (
    <Button
      size="compact-sm"
      leftSection={<Download size={14} strokeWidth={1.75} aria-hidden />}
      loading={isBusy}
      onClick={() => void run()}
    >
      {t('logs.export')}
    </Button>
  );
}

const exportColumns: readonly {
  readonly key: 'time' | 'level' | 'code' | 'bot' | 'symbol' | 'text' | 'cycle' | 'order' | 'figures';
  readonly exact: (entry: LogEntry) => string | null;
}[] = [
  { key: 'time', exact: (entry) => entry.ts },
  { key: 'level', exact: (entry) => entry.level },
  { key: 'code', exact: (entry) => entry.code },
  { key: 'bot', exact: (entry) => entry.botName },
  { key: 'symbol', exact: (entry) => entry.symbol ?? '' },
  { key: 'text', exact: () => null },
  { key: 'cycle', exact: (entry) => entry.cycleId ?? '' },
  { key: 'order', exact: (entry) => entry.orderId ?? '' },
  { key: 'figures', exact: (entry) => entry.figures.map(({ name, value }) => `${name}=${value}`).join(' ') },
];
