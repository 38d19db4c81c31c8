import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import type { LogEntry } from '#web/bots/cycles/whole-log.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind, useKindView } from '#web/kinds/use-kind.ts';
import { Status, type StatusTone } from '#web/ui/figures/status.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { rowIndexOf, useRowWalk } from '#web/ui/table/rows/use-row-walk.ts';
import { utcDay, utcSecond } from '#web/ui/values/format.ts';
import { logSentence } from '#web/ui/words/log-sentence.ts';
import { codeName, figureName, figureValue } from './log-words.ts';
import css from './logs.module.css';
import { VirtualLog } from './virtual-log.tsx';

const tones = { info: 'done', warning: 'warn', error: 'danger' } as const satisfies Record<
  LogEntry['level'],
  StatusTone
>;

// Read by whom opens an entry: no part of the first load.
const NamedOrder = lazy(async () => ({ default: (await import('./named-order.tsx')).NamedOrder }));

/** Longer logs draw only the lines in view. */
const VIRTUAL_FROM_LINES = 100;
const LINE_PX = 36;

interface LogRowsProps {
  readonly entries: readonly LogEntry[];
  /** Lines that the filter finds; null until they are counted. */
  readonly total: number | null;
  /** Called when the last lines come into view. */
  readonly onEnd: () => void;
}

/** One line per event; a line expands to its figures, and to the order that it names. */
export function LogRows({ entries, total, onEnd }: LogRowsProps) {
  const t = useText();
  const { title } = useKindView();
  const label = t('logs.title', { kind: title(t) });
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => setOpen((before) => toggled(before, id));
  const scroller = useRef<((index: number) => void) | null>(null);
  const { onKey, settle } = useRowWalk({
    frame,
    count: entries.length,
    rowHeight: LINE_PX,
    scrollTo: (index) => scroller.current?.(index),
  });
  const draw = (entry: LogEntry, index: number) => (
    <LogRow
      key={entry.logId}
      entry={entry}
      index={index}
      isOpen={open.has(entry.logId)}
      onToggle={() => toggle(entry.logId)}
      onWalk={(key) => onKey(key, index)}
    />
  );
  const all = () => <tbody>{entries.map(draw)}</tbody>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields and not one more landmark.
    <div className={css['scroll']} ref={setFrame} role="group" tabIndex={0} aria-label={label}>
      <table className={css['table']} aria-rowcount={rowIndexOf(Math.max(total ?? 0, entries.length) - 1)}>
        <thead>
          <tr>
            <th scope="col">
              <span className="by-hidden">{t('logs.figures')}</span>
            </th>
            {(['time', 'level', 'bot', 'symbol', 'text', 'cycle'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`logs.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {entries.length > VIRTUAL_FROM_LINES ? (
          <VirtualLog
            frame={frame}
            entries={entries}
            lineHeight={LINE_PX}
            draw={draw}
            scroller={scroller}
            onDrawn={settle}
            onEnd={onEnd}
          />
        ) : (
          all()
        )}
      </table>
    </div>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface LogRowProps {
  readonly entry: LogEntry;
  /** Its place in the list. */
  readonly index: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Walks by a key from this line; false for a key that does not walk. */
  readonly onWalk: (key: string) => boolean;
}

function LogRow({ entry, index, isOpen, onToggle, onWalk }: LogRowProps) {
  const t = useText();
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') onToggle();
    else if (!onWalk(event.key)) return;
    event.preventDefault();
  };
  return (
    <>
      <tr
        className={css['line']}
        data-level={entry.level}
        data-row={entry.logId}
        aria-rowindex={rowIndexOf(index)}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <td className={css['toggleCell']}>
          <button
            type="button"
            className={css['toggle']}
            aria-expanded={isOpen}
            aria-label={t('logs.figures')}
            onClick={onToggle}
          >
            <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
          </button>
        </td>
        <td className={`${css['quiet']} ${css['timeCell']}`}>
          {utcDay(entry.ts, t.language)} {utcSecond(entry.ts, t.language)}
        </td>
        <td className={css['levelCell']}>
          <Status tone={tones[entry.level]} word={t(`logs.level.${entry.level}`)} />
        </td>
        <td className={css['botCell']}>{entry.botName}</td>
        <td className={`${css['quiet']} ${css['symbolCell']}`}>{entry.symbol ?? '–'}</td>
        <td className={css['text']}>{logSentence(entry, t)}</td>
        <td className={css['cycleCell']} data-empty={entry.cycleId === null ? '' : undefined}>
          <CycleLink entry={entry} />
        </td>
      </tr>
      {isOpen ? (
        <tr className={css['figuresRow']}>
          <td />
          <td className={css['figuresCell']} colSpan={6}>
            <Figures entry={entry} />
            {entry.orderId === null ? null : (
              <Suspense fallback={<SkeletonRows rows={3} height={30} />}>
                <NamedOrder orderId={entry.orderId} />
              </Suspense>
            )}
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** To the cycle of a line, in its portfolio. */
export function CycleLink({ entry }: { entry: LogEntry }) {
  const t = useText();
  const kind = useKind();
  if (entry.cycleId === null) return <>–</>;
  return (
    <Link to={kindAddress(kind, 'portfolio', entry.portfolioId)} search={{ cycle: entry.cycleId }}>
      {t('logs.open')}
    </Link>
  );
}

function Figures({ entry }: { entry: LogEntry }) {
  const t = useText();
  return (
    <dl className={css['figures']}>
      <div>
        <dt>{t('logs.column.code')}</dt>
        <dd>
          {codeName(entry, t)} <span className={css['quiet']}>{entry.code}</span>
        </dd>
      </div>
      {entry.figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{figureName(name, t)}</dt>
          <dd>{figureValue(value, t)}</dd>
        </div>
      ))}
    </dl>
  );
}
