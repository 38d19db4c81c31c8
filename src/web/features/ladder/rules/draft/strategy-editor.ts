import { useState } from 'react';
import { type DraftHistory, newHistory, redone, settled, undone, withDraft } from '../../form/draft-history.ts';
import { checkStrategy, type StrategyCheck } from './check-strategy.ts';
import type { StrategyDraft, StrategyPatch } from './strategy-draft.ts';

/** The draft of a strategy of rules, with everything that the page does to it. */
export interface StrategyEditor {
  readonly draft: StrategyDraft;
  readonly check: StrategyCheck;
  readonly isDirty: boolean;
  /** @param gesture - changes of one gesture, such as typing into a field, are undone together */
  change(patch: StrategyPatch, gesture?: string): void;
  /** Ends a gesture: the next change is undone by itself. */
  settle(): void;
  /** Null while there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/**
 * @param saved - what is stored, or an empty draft
 * @param start - what the draft begins with
 */
export function useStrategyEditor(saved: StrategyDraft, start: StrategyDraft): StrategyEditor {
  const [history, setHistory] = useState<DraftHistory<StrategyDraft>>(() => newHistory(start));
  const draft = history.now;
  return {
    draft,
    check: checkStrategy(draft),
    isDirty: JSON.stringify(draft) !== JSON.stringify(saved),
    change: (patch, gesture) => setHistory((before) => withDraft(before, { ...before.now, ...patch }, gesture ?? null)),
    settle: () => setHistory(settled),
    undo: history.past.length > 0 ? () => setHistory(undone) : null,
    redo: history.future.length > 0 ? () => setHistory(redone) : null,
  };
}
