/** A draft with what it was before and what was undone, so that every change can be taken back. */
export interface DraftHistory<Draft> {
  /** Oldest first. */
  readonly past: readonly Draft[];
  readonly now: Draft;
  /** What was undone last comes first. */
  readonly future: readonly Draft[];
  /** Changes of one gesture are undone together. */
  readonly gesture: string | null;
}

const STEPS_MAX = 200;

export function newHistory<Draft>(draft: Draft): DraftHistory<Draft> {
  return { past: [], now: draft, future: [], gesture: null };
}

/** The history after a change; one of the gesture that is under way adds no step. */
export function withDraft<Draft>(
  history: DraftHistory<Draft>,
  draft: Draft,
  gesture: string | null,
): DraftHistory<Draft> {
  const isSame = gesture !== null && gesture === history.gesture;
  const past = isSame ? history.past : [...history.past, history.now].slice(-STEPS_MAX);
  return { past, now: draft, future: [], gesture };
}

/** Ends the gesture under way. */
export function settled<Draft>(history: DraftHistory<Draft>): DraftHistory<Draft> {
  return { ...history, gesture: null };
}

export function undone<Draft>(history: DraftHistory<Draft>): DraftHistory<Draft> {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future], gesture: null };
}

export function redone<Draft>(history: DraftHistory<Draft>): DraftHistory<Draft> {
  const [now, ...future] = history.future;
  if (now === undefined) return history;
  return { past: [...history.past, history.now], now, future, gesture: null };
}
