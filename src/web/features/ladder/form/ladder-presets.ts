import type { LadderParams } from '#engine/model/ladder-params.ts';
import { balanced, type LadderDraft } from './ladder-draft.ts';

export type PresetName = 'careful' | 'balanced' | 'bold';

type PresetParams = Pick<
  LadderParams,
  | 'safetyOrdersCount'
  | 'stepPercent'
  | 'stepScale'
  | 'volumeScale'
  | 'takeProfitPercent'
  | 'stopLossPercent'
  | 'slBasis'
  | 'leverage'
>;

/** Ladder shapes; a preset leaves sizes, symbol and direction unchanged. */
export const presets: Readonly<Record<PresetName, PresetParams>> = {
  careful: {
    safetyOrdersCount: 6,
    stepPercent: '1.5',
    stepScale: '1.25',
    volumeScale: '1.2',
    takeProfitPercent: '1.2',
    stopLossPercent: '20',
    slBasis: 'base',
    leverage: 3,
  },
  balanced,
  bold: {
    safetyOrdersCount: 4,
    stepPercent: '0.8',
    stepScale: '1.4',
    volumeScale: '1.5',
    takeProfitPercent: '0.8',
    stopLossPercent: '7',
    slBasis: 'base',
    leverage: 10,
  },
};

/** The draft with the shape of a preset. */
export function withPreset(draft: LadderDraft, name: PresetName): LadderDraft {
  const { slBasis, ...texts } = presets[name];
  const typed = Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, String(value)]));
  return { ...draft, ...typed, slBasis, customLevels: null };
}

/** The preset whose shape the draft has, or `own`. */
export function presetOf(draft: LadderDraft): PresetName | 'own' {
  const names = Object.keys(presets) as PresetName[];
  return names.find((name) => JSON.stringify(withPreset(draft, name)) === JSON.stringify(draft)) ?? 'own';
}
