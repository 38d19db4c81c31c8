import type { Direction } from '../../model/order.ts';
import type { Rule } from '../../rules/rule.ts';

/** A rule in the parameters of a bot, and what it decides. */
export interface NamedRule {
  /** Its field, from the root of the parameters. */
  readonly field: readonly string[];
  /** It opens cycles, closes them, or lets safety orders execute. */
  readonly purpose: 'enter' | 'exit' | 'step';
  /** Null: both directions of the parameters. */
  readonly direction: Direction | null;
  readonly rule: Rule;
}
