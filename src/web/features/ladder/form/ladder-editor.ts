import { useState } from 'react';
import type { Reason } from '#base/errors.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { checkLadder, type DraftSide, type LadderCheck } from './ladder-check.ts';
import type { DraftPatch, LadderDraft } from './ladder-draft.ts';
import type { FixInput } from './ladder-fixes.ts';

/** The draft on the page with the engine's verdict. */
export interface LadderEditor extends FixInput {
  readonly draft: LadderDraft;
  readonly check: LadderCheck;
  readonly sides: readonly DraftSide[];
  readonly isDirty: boolean;
  readonly isReadOnly: boolean;
  change(patch: DraftPatch): void;
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
  readonly saved: LadderDraft;
  readonly instruments: ReadonlyMap<string, PricedInstrument>;
  readonly fallback: PricedInstrument;
  readonly isReadOnly: boolean;
}

interface Edited {
  readonly draft: LadderDraft;
  readonly check: LadderCheck;
  /** The last table that could be drawn; it stays, dimmed, while a field cannot be read. */
  readonly sides: readonly DraftSide[];
}

/** Keeps the draft; every change runs the engine again, which takes about a millisecond. */
export function useLadderEditor(input: EditorInput): LadderEditor {
  const [edited, setEdited] = useState(() => checked(input, input.saved, []));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { draft, check, sides } = edited;
  return {
    ...marketOf(input, draft),
    draft,
    check,
    sides,
    isDirty: JSON.stringify({ ...draft, previewPrice: '' }) !== JSON.stringify({ ...input.saved, previewPrice: '' }),
    isReadOnly: input.isReadOnly,
    change: (patch) => setEdited((before) => checked(input, { ...before.draft, ...patch }, before.sides)),
    leave: (field) => setLeft((before) => (before.has(field) ? before : new Set(before).add(field))),
    wasLeft: (field) => left.has(field),
  };
}

function marketOf(input: EditorInput, draft: LadderDraft): PricedInstrument {
  return input.instruments.get(draft.symbol) ?? input.fallback;
}

function checked(input: EditorInput, draft: LadderDraft, before: readonly DraftSide[]): Edited {
  const { instrument, lastPrice } = marketOf(input, draft);
  const check = checkLadder(draft, instrument, lastPrice);
  return { draft, check, sides: check.sides.length > 0 ? check.sides : before };
}

/** The first error of the engine for a field. */
export function reasonAt(editor: LadderEditor, field: string): Reason | null {
  return editor.check.errors.find((reason) => fieldOfReason(reason) === field) ?? null;
}

/** The field of the form that a reason belongs to. */
export function fieldOfReason(reason: Reason): string {
  return String(reason.path?.[0] ?? 'baseOrderSize');
}
