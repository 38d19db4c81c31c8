import { ladderShapes, type PresetName } from '#web/kinds/ladder-shapes.ts';
import type { LadderDraft } from './ladder-draft.ts';

/** The draft with the shape of a preset. */
export function withPreset(draft: LadderDraft, name: PresetName): LadderDraft {
  const { slBasis, ...texts } = ladderShapes[name];
  const typed = Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, String(value)]));
  return { ...draft, ...typed, slBasis, customLevels: null };
}

/** The preset whose shape the draft has, or `own`. */
export function presetOf(draft: LadderDraft): PresetName | 'own' {
  const names = Object.keys(ladderShapes) as PresetName[];
  return names.find((name) => JSON.stringify(withPreset(draft, name)) === JSON.stringify(draft)) ?? 'own';
}
