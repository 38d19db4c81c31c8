import { useState } from 'react';
import type { Reason } from '#base/errors.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type DraftHistory, newHistory, redone, settled, undone, withDraft } from './draft-history.ts';
import { checkLadder, type DraftSide, type LadderCheck } from './ladder-check.ts';
import { type DraftPatch, isTyped, type LadderDraft } from './ladder-draft.ts';
import type { FixInput } from './ladder-fixes.ts';

/** The draft on the page with the engine's verdict. */
export interface LadderEditor extends FixInput {
  readonly draft: LadderDraft;
  readonly check: LadderCheck;
  readonly sides: readonly DraftSide[];
  readonly isDirty: boolean;
  /** Changes of one gesture are undone together: typing in one field, dragging one line. */
  change(patch: DraftPatch, gesture?: string): void;
  /** Ends a gesture: the next change is undone by itself. */
  settle(): void;
  /** Null while there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /** Marks a field as visited: from then on it is checked while the user types. */
  leave(field: string): void;
  wasLeft(field: string): boolean;
}

export interface PricedInstrument {
  readonly instrument: Instrument;
  /** Decimal string; null before the first candle. */
  readonly lastPrice: string | null;
}

export interface EditorInput {
  /** What is stored, or an empty draft. */
  readonly saved: LadderDraft;
  /** What the draft begins with. */
  readonly start: LadderDraft;
  readonly instruments: ReadonlyMap<string, PricedInstrument>;
  readonly fallback: PricedInstrument;
}

interface Edited {
  readonly history: DraftHistory<LadderDraft>;
  /** The table drawn before the last change; it stays, dimmed, while a field cannot be read. */
  readonly drawn: readonly DraftSide[];
}

/**
 * Keeps the draft; every change, and every price that comes, runs the engine again, which takes about a millisecond.
 */
export function useLadderEditor(input: EditorInput): LadderEditor {
  const [edited, setEdited] = useState<Edited>({ history: newHistory(input.start), drawn: [] });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { history } = edited;
  const draft = history.now;
  const market = input.instruments.get(draft.symbol) ?? input.fallback;
  const check = checkLadder(draft, market.instrument, market.lastPrice);
  const sides = check.sides.length > 0 ? check.sides : edited.drawn;
  const move = (to: (history: DraftHistory<LadderDraft>) => DraftHistory<LadderDraft>) =>
    setEdited((before) => ({ history: to(before.history), drawn: sides }));
  const settle = () => setEdited((before) => ({ ...before, history: settled(before.history) }));
  return {
    ...market,
    draft,
    check,
    sides,
    isDirty: JSON.stringify({ ...draft, previewPrice: '' }) !== JSON.stringify({ ...input.saved, previewPrice: '' }),
    change: (patch, gesture) =>
      move((before) => withDraft(before, { ...before.now, ...patch }, gesture ?? typedField(patch))),
    settle,
    undo: history.past.length > 0 ? () => move(undone) : null,
    redo: history.future.length > 0 ? () => move(redone) : null,
    leave: (field) => {
      settle();
      setLeft((before) => (before.has(field) ? before : new Set(before).add(field)));
    },
    wasLeft: (field) => left.has(field),
  };
}

/** The one text field that a patch changes; every other change is a gesture of its own. */
function typedField(patch: DraftPatch): string | null {
  const [field, ...others] = Object.keys(patch);
  return field !== undefined && others.length === 0 && isTyped(field) ? field : null;
}

/** The first error of the engine for a field. */
export function reasonAt(editor: LadderEditor, field: string): Reason | null {
  return editor.check.errors.find((reason) => fieldOfReason(reason) === field) ?? null;
}

/** The field of the form that a reason belongs to. */
export function fieldOfReason(reason: Reason): string {
  return String(reason.path?.[0] ?? 'baseOrderSize');
}
