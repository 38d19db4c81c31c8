import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';

/** How a column is written; without one it is text. */
type Look = 'result' | 'signed' | 'percent' | 'amount' | 'millions' | 'number' | 'count' | 'price' | 'minutes';

interface ColumnLook {
  readonly look?: Look;
  readonly decimals?: number;
}

/** How each column is shown. */
export const columnLooks: Readonly<Record<ScreenerColumnKey, ColumnLook>> = {
  status: {},
  sector: {},
  lastPrice: { look: 'price' },
  markPrice: { look: 'price' },
  changeHourPercent: { look: 'result', decimals: 2 },
  changeDayPercent: { look: 'result', decimals: 2 },
  changeWeekPercent: { look: 'result', decimals: 2 },
  changeMonthPercent: { look: 'result', decimals: 2 },
  volumeDay: { look: 'millions', decimals: 1 },
  volumeMonthMedian: { look: 'millions', decimals: 1 },
  tradesDay: { look: 'count' },
  spreadBps: { look: 'number', decimals: 2 },
  depthUsdt: { look: 'millions', decimals: 2 },
  depthReachPercent: { look: 'percent', decimals: 2 },
  natrHourPercent: { look: 'percent', decimals: 2 },
  natrFourHoursPercent: { look: 'percent', decimals: 2 },
  natrDayPercent: { look: 'percent', decimals: 2 },
  volatilityPercent: { look: 'percent', decimals: 2 },
  rangeDayPercent: { look: 'percent', decimals: 2 },
  fundingPercent: { look: 'signed', decimals: 4 },
  fundingMeanPercent: { look: 'signed', decimals: 4 },
  fundingYearPercent: { look: 'signed', decimals: 2 },
  fundingPositivePercent: { look: 'percent', decimals: 2 },
  openInterestUsdt: { look: 'millions', decimals: 1 },
  openInterestChangePercent: { look: 'signed', decimals: 2 },
  openInterestVolumeRatio: { look: 'number', decimals: 3 },
  openInterestCapPercent: { look: 'percent', decimals: 2 },
  cmcRank: { look: 'count' },
  marketCap: { look: 'millions', decimals: 1 },
  dilutionRatio: { look: 'number', decimals: 2 },
  coinTags: {},
  drawdownQuarterPercent: { look: 'signed', decimals: 2 },
  drawdownAllTimePercent: { look: 'signed', decimals: 2 },
  emaDistancePercent: { look: 'signed', decimals: 2 },
  btcCorrelation: { look: 'number', decimals: 2 },
  btcBeta: { look: 'number', decimals: 2 },
  correlationCluster: { look: 'count' },
  swingsPerDay: { look: 'number', decimals: 1 },
  dropP50Percent: { look: 'percent', decimals: 2 },
  dropP90Percent: { look: 'percent', decimals: 2 },
  dropP99Percent: { look: 'percent', decimals: 2 },
  dropWorstPercent: { look: 'percent', decimals: 2 },
  unreboundedPercent: { look: 'percent', decimals: 2 },
  reboundMinutes: { look: 'number', decimals: 0 },
  leverageMax: { look: 'count' },
  maintenancePercent: { look: 'percent', decimals: 2 },
  minNotional: { look: 'amount', decimals: 0 },
  tickPercent: { look: 'percent', decimals: 4 },
  ageDays: { look: 'count' },
  tradeCategory: {},
  comment: {},
  ownScore: { look: 'count' },
  score: { look: 'count' },
  bots: { look: 'count' },
  ruleNow: {},
  ruleTrueMinutes: { look: 'minutes' },
  ruleTriggers: { look: 'count' },
  ruleTriggerMinutes: { look: 'minutes' },
  ruleCycles: { look: 'count' },
  ruleMeanPercent: { look: 'result', decimals: 2 },
  ruleWinPercent: { look: 'percent', decimals: 2 },
  ruleWorstPercent: { look: 'result', decimals: 2 },
};

/** Columns that are looked at together, in the order of the switch. */
export const columnSets = {
  overview: [
    ...(['lastPrice', 'changeDayPercent', 'changeWeekPercent', 'volumeDay', 'spreadBps'] as const),
    ...(['fundingPercent', 'natrHourPercent', 'btcCorrelation', 'bots'] as const),
  ],
  price: [
    ...(['lastPrice', 'markPrice', 'changeHourPercent', 'changeDayPercent', 'changeWeekPercent'] as const),
    ...(['changeMonthPercent', 'drawdownQuarterPercent', 'drawdownAllTimePercent', 'emaDistancePercent'] as const),
  ],
  liquidity: [
    ...(['volumeDay', 'volumeMonthMedian', 'tradesDay', 'spreadBps', 'depthUsdt', 'depthReachPercent'] as const),
    ...(['openInterestUsdt', 'openInterestChangePercent', 'openInterestVolumeRatio'] as const),
  ],
  risk: [
    ...(['natrHourPercent', 'natrFourHoursPercent', 'natrDayPercent', 'volatilityPercent'] as const),
    ...(['rangeDayPercent', 'btcCorrelation', 'btcBeta', 'correlationCluster'] as const),
  ],
  moves: [
    ...(['swingsPerDay', 'dropP50Percent', 'dropP90Percent', 'dropP99Percent'] as const),
    ...(['dropWorstPercent', 'reboundMinutes', 'unreboundedPercent'] as const),
  ],
  funding: ['fundingPercent', 'fundingMeanPercent', 'fundingYearPercent', 'fundingPositivePercent'],
  coin: ['cmcRank', 'marketCap', 'dilutionRatio', 'openInterestCapPercent', 'coinTags'],
  contract: [
    ...(['status', 'sector', 'ageDays', 'leverageMax', 'maintenancePercent', 'minNotional', 'tickPercent'] as const),
  ],
  own: ['tradeCategory', 'ownScore', 'comment', 'bots'],
  rule: [
    ...(['ruleNow', 'ruleTrueMinutes', 'ruleTriggers', 'ruleTriggerMinutes', 'ruleCycles'] as const),
    ...(['ruleMeanPercent', 'ruleWinPercent', 'ruleWorstPercent'] as const),
  ],
} as const satisfies Readonly<Record<string, readonly ScreenerColumnKey[]>>;

export type ColumnSet = keyof typeof columnSets;
export const columnSetNames = Object.keys(columnSets) as ColumnSet[]; // Its own keys.
