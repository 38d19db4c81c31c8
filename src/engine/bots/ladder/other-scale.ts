import type { LadderParams } from '../../model/ladder-params.ts';

/** What is different in a ladder of another scale; left out: as it was. */
export type ScaleChange = {
  readonly [Name in
    | 'baseOrderSize'
    | 'safetyOrderSize'
    | 'safetyOrdersCount'
    | 'stepPercent'
    | 'stepScale'
    | 'volumeScale']?: LadderParams[Name] | undefined;
};

/** The ladder with another scale. Steps that were set one by one give way to the new ones, unless only the base order is another. */
export function withOtherScale(params: LadderParams, { baseOrderSize, ...steps }: ScaleChange): LadderParams {
  const changed = Object.fromEntries(Object.entries(steps).filter(([, value]) => value !== undefined));
  const isOnlyBase = Object.keys(changed).length === 0;
  const scaled: LadderParams = {
    ...params,
    ...changed,
    baseOrderSize: baseOrderSize ?? params.baseOrderSize,
    customLevels: isOnlyBase ? params.customLevels : null,
  };
  const count = scaled.safetyOrdersCount;
  const active = scaled.activeSafetyOrders;
  return {
    ...scaled,
    activeSafetyOrders: isOnlyBase || active === null || count === 0 ? active : Math.min(active, count),
  };
}
