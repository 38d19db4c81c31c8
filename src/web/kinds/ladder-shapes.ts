import type { LadderParams } from '#engine/model/ladder-params.ts';

export type PresetName = 'careful' | 'balanced' | 'bold';

type Shape = Pick<
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

/** The base order of a new ladder, USDT. */
export const FIRST_ORDER_SIZE = '200';

/** Ladder shapes; a preset leaves sizes, symbol and direction unchanged. The balanced one is that of a new ladder. */
export const ladderShapes: Readonly<Record<PresetName, Shape>> = {
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
  balanced: {
    safetyOrdersCount: 5,
    stepPercent: '1',
    stepScale: '1.35',
    volumeScale: '1.3',
    takeProfitPercent: '1',
    stopLossPercent: '12',
    slBasis: 'base',
    leverage: 5,
  },
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
