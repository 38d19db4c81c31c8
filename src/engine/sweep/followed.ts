import type { LadderParams } from '../model/ladder-params.ts';

/**
 * Which values of each parameter the kernel supports: all of them, or only null. A parameter missing here does not
 * compile, so no new rule can be silently ignored by sweeps.
 */
const FOLLOWED: Readonly<Record<keyof LadderParams, 'every' | 'null'>> = {
  direction: 'every',
  sizeType: 'every',
  baseOrderSize: 'every',
  baseOrderType: 'every',
  baseOrderOffsetPercent: 'every',
  baseOrderTtlS: 'every',
  safetyOrderSize: 'every',
  safetyOrdersCount: 'every',
  activeSafetyOrders: 'every',
  stepPercent: 'every',
  stepScale: 'every',
  volumeScale: 'every',
  customLevels: 'every',
  takeProfitPercent: 'every',
  tpBasis: 'every',
  tpNetOfFees: 'every',
  tpOrder: 'every',
  trailingPercent: 'every',
  stopLossPercent: 'every',
  slBasis: 'every',
  slWorkingType: 'every',
  cooldownS: 'every',
  leverage: 'every',
  marginType: 'every',
  maxOpenCycles: 'every',
  maxCycles: 'every',
  timeLimitS: 'every',
  entryConditions: 'every',
  safetyConditions: 'null',
};

/** Whether the kernel supports all parameters of a set. An unsupported set runs on the account. */
export function isFollowed(params: LadderParams): boolean {
  const names = Object.keys(FOLLOWED) as (keyof LadderParams)[]; // The names of the parameters are its only keys.
  return names.every((name) => FOLLOWED[name] === 'every' || params[name] === null);
}
