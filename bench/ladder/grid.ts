import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';

/** The ladders of the grid: number and distance of the safety orders, and the growth of distance and size. */
const SHAPES: readonly LadderParamsInput[] = [
  shape(3, '0.5', ['1', '1']),
  shape(4, '0.8', ['1.2', '1.2']),
  shape(5, '1', ['1.2', '1.2']),
  shape(5, '1.5', ['1.3', '1']),
  shape(6, '1', ['1.3', '1.25']),
  shape(6, '2', ['1', '1.1']),
  shape(7, '0.7', ['1.25', '1.2']),
  shape(8, '1.2', ['1.1', '1.1']),
];

/** Their exits: take profits of 0.8 to 2 % of every type, with and without stops, cool-downs and resting limits. */
const ENDS: readonly Omit<LadderParamsInput, 'baseOrderSize'>[] = [
  { takeProfitPercent: '0.8', leverage: 1 },
  { takeProfitPercent: '1', stopLossPercent: '15', leverage: 2 },
  { takeProfitPercent: '1.2', stopLossPercent: '18', slBasis: 'average', leverage: 2 },
  { takeProfitPercent: '1.5', cooldownS: 3_600, leverage: 1 },
  { takeProfitPercent: '2', leverage: 1 },
  { takeProfitPercent: '1', tpOrder: 'market_trigger', stopLossPercent: '15', leverage: 2 },
  { takeProfitPercent: '1.2', trailingPercent: '0.3', leverage: 1 },
  { takeProfitPercent: '2', trailingPercent: '0.5', stopLossPercent: '16', leverage: 2 },
  { takeProfitPercent: '1', tpBasis: 'base', leverage: 1 },
  { takeProfitPercent: '0.8', tpNetOfFees: false, stopLossPercent: '15', cooldownS: 900, leverage: 3 },
  { takeProfitPercent: '1.5', activeSafetyOrders: 2, cooldownS: 21_600, leverage: 1 },
  { takeProfitPercent: '1.2', activeSafetyOrders: 1, stopLossPercent: '20', leverage: 3 },
];

function shape(safetyOrdersCount: number, stepPercent: string, scales: readonly [step: string, volume: string]) {
  const [stepScale, volumeScale] = scales;
  return { baseOrderSize: '500', safetyOrderSize: '600', safetyOrdersCount, stepPercent, stepScale, volumeScale };
}

/**
 * 192 parameter sets: 8 ladders × 12 exits, long and short. Isolated margin; 10,000 USDT are enough for each of them.
 */
export function ladderGrid(): readonly LadderParams[] {
  return (['buy', 'sell'] as const).flatMap((direction) =>
    SHAPES.flatMap((ladder) =>
      ENDS.map((end) => ladderParams.parse({ ...ladder, ...end, direction, marginType: 'isolated' })),
    ),
  );
}
