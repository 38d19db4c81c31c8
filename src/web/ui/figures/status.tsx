import { CircleCheck, CirclePause, CirclePlay, CircleStop, OctagonAlert, TriangleAlert } from 'lucide-react';
import type * as z from 'zod/mini';
import type { botState } from '#contract/bot.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { useText } from '#web/i18n/text.tsx';
import css from './status.module.css';

export type StatusTone = 'running' | 'waiting' | 'done' | 'stopped' | 'warn' | 'danger';

const icons = {
  running: CirclePlay,
  waiting: CirclePause,
  done: CircleCheck,
  stopped: CircleStop,
  warn: TriangleAlert,
  danger: OctagonAlert,
} as const satisfies Record<StatusTone, unknown>;

interface StatusProps {
  readonly tone: StatusTone;
  readonly word: string;
  /** The reason, in words. */
  readonly reason?: string | null;
}

/** An icon, a word and the reason; never a colour alone. */
export function Status({ tone, word, reason }: StatusProps) {
  const Icon = icons[tone];
  return (
    <span className={css['status']} data-tone={tone}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={css['word']}>{word}</span>
      {reason ? <span className={css['reason']}>{reason}</span> : null}
    </span>
  );
}

type BotState = z.output<typeof botState>;

/** How alarming each state of a bot is. */
export const toneOfState = {
  CREATED: 'waiting',
  RUNNING: 'running',
  FINISHING: 'waiting',
  STOPPING: 'waiting',
  STOPPED: 'stopped',
  FINISHED: 'done',
  ERROR: 'danger',
  DELETED: 'stopped',
} as const satisfies Record<BotState, StatusTone>;

interface BotStatusProps {
  readonly state: BotState;
  readonly stateReason: string | null;
  /** Code of the reason why a running bot opens no cycle. */
  readonly blockedBy?: string | null;
}

/** The state of a bot in the words of the product, with its reason. */
export function BotStatus({ state, stateReason, blockedBy = null }: BotStatusProps) {
  const t = useText();
  const isBlocked = state === 'RUNNING' && blockedBy !== null;
  const code = isBlocked ? blockedBy : stateReason;
  const key = code === null ? null : `reason.${code}`;
  const reason = key !== null && isMessageKey(t, key) ? t(key) : code;
  return <Status tone={isBlocked ? 'warn' : toneOfState[state]} word={t(`state.${state}`)} reason={reason} />;
}
