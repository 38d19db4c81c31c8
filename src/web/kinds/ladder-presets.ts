import { ladderParams } from '#engine/model/ladder-params.ts';
import type { KindPreset } from './kind-view.ts';
import { FIRST_ORDER_SIZE, ladderShapes, type PresetName } from './ladder-shapes.ts';

const NAMES = ['careful', 'balanced', 'bold'] as const satisfies readonly PresetName[];

/** The shapes of ladders with the size of a new one, all of them long. */
export function ladderPresets(): readonly KindPreset[] {
  return NAMES.map((id) => ({
    id,
    name: (t) => t(`ladder.preset.${id}`),
    params: ladderParams.parse({ baseOrderSize: FIRST_ORDER_SIZE, ...ladderShapes[id] }),
  }));
}
