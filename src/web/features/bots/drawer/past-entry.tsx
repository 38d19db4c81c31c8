import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { openedAtOf } from '#web/ui/values/opened-at.ts';
import { entryAtQuery, type ToldEntry, type ToldWait } from './bot-work-queries.ts';
import css from './drawer-parts.module.css';
import { barLength, EntryRule, triggerText } from './entry-rule.tsx';

type Reading = NonNullable<ToldWait['rule']>;

interface LookedEntryProps {
  readonly bot: Bot;
  readonly wait: ToldWait;
  /** Of its last close. */
  readonly reading: Reading;
  readonly rule: unknown;
}

/** The entry rule of an atom at its last close, or at any other that its user looks at, with what came of it there. */
export function LookedEntry({ bot, wait, reading, rule }: LookedEntryProps) {
  const t = useText();
  const [at, setAt] = useState<string | null>(null);
  const { botId, kind } = bot;
  const { symbol, direction } = wait;
  const past = useQuery(entryAtQuery(kind, at === null ? null : { botId, symbol, direction, at }));
  const shown = at === null ? null : (past.data ?? null);
  const told = at === null ? reading : (shown?.rule ?? null);
  return (
    <>
      <Closes
        at={told?.closedAt ?? at ?? reading.closedAt}
        lengthMs={barLength(reading)}
        laterAt={shown?.nextAt ?? null}
        signalAt={reading.lastTriggerAt}
        isLatest={at === null}
        onLook={setAt}
      />
      {at !== null && past.isError ? <ProblemNote error={past.error} onRetry={() => void past.refetch()} /> : null}
      {told === null && !past.isError ? <SkeletonRows rows={1} height={24} /> : null}
      {told === null ? null : (
        <EntryRule rule={rule} reading={told} said={shown === null ? triggerText(told, t) : outcomeText(shown, t)} />
      )}
    </>
  );
}

interface ClosesProps {
  /** The close of the shown bar. */
  readonly at: string;
  /** The length of the bars, which are named by the instant at which they open. */
  readonly lengthMs: number;
  readonly laterAt: string | null;
  readonly signalAt: string | null;
  readonly isLatest: boolean;
  /** Null: the latest one. */
  readonly onLook: (at: string | null) => void;
}

/** Leads from close to close. */
function Closes({ at, lengthMs, laterAt, signalAt, isLatest, onLook }: ClosesProps) {
  const t = useText();
  const before = new Date(Date.parse(at) - 1).toISOString();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields.
    <div className={css['closes']} role="group" aria-label={t('why.look')}>
      <IconButton size={26} aria-label={t('why.earlier')} onClick={() => onLook(before)}>
        <ChevronLeft size={14} aria-hidden="true" />
      </IconButton>
      <TextBox
        type="datetime-local"
        aria-label={t('why.at')}
        value={openedAtOf(at, lengthMs).slice(0, 16)}
        onChange={({ currentTarget: { value } }) => onLook(value === '' ? null : closeOf(value, lengthMs))}
      />
      <IconButton
        size={26}
        aria-label={t('why.later')}
        disabled={isLatest || laterAt === null}
        onClick={() => onLook(laterAt)}
      >
        <ChevronRight size={14} aria-hidden="true" />
      </IconButton>
      {signalAt === null ? null : (
        <Button size="compact-xs" onClick={() => onLook(signalAt)}>
          {t('why.lastSignal')}
        </Button>
      )}
      {isLatest ? null : (
        <Button size="compact-xs" onClick={() => onLook(null)}>
          {t('why.latest')}
        </Button>
      )}
    </div>
  );
}

/** The close of the bar that holds an instant of the field, such as "2025-05-05T11:45". */
const closeOf = (field: string, lengthMs: number): string =>
  new Date(Date.parse(`${field.slice(0, 16)}:00Z`) + lengthMs).toISOString();

/** What came of a close. */
function outcomeText({ outcome, pausedUntil }: ToldEntry, t: Text): string {
  if (outcome === null) return '';
  const until = pausedUntil === null ? '' : `${utcMinute(pausedUntil, t.language)} UTC`;
  return t(`why.past.${outcome}`, { until });
}
