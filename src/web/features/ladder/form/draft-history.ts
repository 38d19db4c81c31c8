import type { LadderDraft } from './ladder-draft.ts';

/** A draft with what it was before and what was undone, so that every change can be taken back. */
export interface DraftHistory {
  /** Oldest first. */
  readonly past: readonly LadderDraft[];
  readonly now: LadderDraft;
  /** What was undone last comes first. */
  readonly future: readonly LadderDraft[];
  /** Changes of one gesture are undone together. */
  readonly gesture: string | null;
}

const STEPS_MAX = 200;

export function newHistory(draft: LadderDraft): DraftHistory {
  return { past: [], now: draft, future: [], gesture: null };
}

/** The history after a change; one of the gesture that is under way adds no step. */
export function withDraft(history: DraftHistory, draft: LadderDraft, gesture: string | null): DraftHistory {
  const isSame = gesture !== null && gesture === history.gesture;
  const past = isSame ? history.past : [...history.past, history.now].slice(-STEPS_MAX);
  return { past, now: draft, future: [], gesture };
}

/** Ends the gesture under way. */
export function settled(history: DraftHistory): DraftHistory {
  return { ...history, gesture: null };
}

export function undone(history: DraftHistory): DraftHistory {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future], gesture: null };
}

export function redone(history: DraftHistory): DraftHistory {
  const [now, ...future] = history.future;
  if (now === undefined) return history;
  return { past: [...history.past, history.now], now, future, gesture: null };
}
