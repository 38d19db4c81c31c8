import type { ReactNode } from 'react';
import type { Formula } from '#base/formula/formula.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import type { BotsChange } from '../changes/bots-change.ts';
import type { useChangeBots } from '../changes/use-change-bots.ts';
import type { PlannedEdit } from './planned-edit.ts';

/** What a formula does to the chosen bots, as the dialog shows it and sends it. */
export interface EditPlan {
  readonly edits: readonly PlannedEdit[];
  /** Why the server refuses bots, by bot. */
  readonly refused: ReadonlyMap<string, string>;
  /** How many bots change, those that are refused left out. */
  readonly changed: number;
  /** What is sent; null while it is not known, or where nothing changes. */
  readonly change: BotsChange | null;
  /** What else happens to a bot that changes. */
  effectOf(edit: PlannedEdit): ReactNode;
  readonly lines: readonly string[];
  readonly stays: readonly string[];
  readonly isKnown: boolean;
  readonly error: Error | null;
}

/** What plans are made from. */
export interface Planning {
  readonly bots: readonly Bot[];
  /** Null while the text is no formula. */
  readonly formula: Formula | null;
  readonly send: ReturnType<typeof useChangeBots>;
}
