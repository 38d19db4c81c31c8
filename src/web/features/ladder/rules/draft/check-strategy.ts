import { customFamily } from '#engine/bots/custom/custom-family.ts';
import type { CustomParams } from '#engine/bots/custom/custom-params.ts';
import { inputOf, type StrategyDraft } from './strategy-draft.ts';

/** A field that does not fit, by its path from the root of the parameters. */
export interface FieldTrouble {
  readonly path: readonly string[];
  readonly sentence: string;
}

/** The schema's verdict on a draft. */
export interface StrategyCheck {
  /** Null while a field does not fit. */
  readonly params: CustomParams | null;
  readonly troubles: readonly FieldTrouble[];
}

/** Parses what the draft would send with the schema that the API itself uses. */
export function checkStrategy(draft: StrategyDraft): StrategyCheck {
  return checkParams(inputOf(draft));
}

export function checkParams(given: unknown): StrategyCheck {
  const parsed = customFamily.params.safeParse(given);
  if (parsed.success) return { params: parsed.data, troubles: [] };
  const troubles = parsed.error.issues.map(({ path, message, ...issue }) => ({
    path: [...path.map(String), ...('keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : [])],
    sentence: message,
  }));
  return { params: null, troubles };
}

/** What is wrong with a field, or with one below it; null when nothing is. */
export function troubleAt({ troubles }: Pick<StrategyCheck, 'troubles'>, path: string): FieldTrouble | null {
  const wanted = path.split('.');
  return troubles.find((one) => wanted.every((step, index) => one.path[index] === step)) ?? null;
}
