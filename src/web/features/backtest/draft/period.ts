import { DAY_MS } from '#base/time.ts';

/** Lengths that a test is usually given, in whole days before today. */
export const periodPresets = ['7d', '30d', '90d', '180d', '365d'] as const;
export type PeriodChoice = (typeof periodPresets)[number] | 'own';

/** First and last UTC day of a test, both included: YYYY-MM-DD. */
export interface TestPeriod {
  readonly from: string;
  readonly to: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The whole days before the present one: of today some minutes are missing still. @param marketNow - UTC milliseconds */
export function presetPeriod(preset: Exclude<PeriodChoice, 'own'>, marketNow: number): TestPeriod {
  const days = Number.parseInt(preset, 10);
  return { from: dayOf(marketNow - days * DAY_MS), to: dayOf(marketNow - DAY_MS) };
}

/** How many days a period has; null while it is not complete or ends before it begins. */
export function daysIn({ from, to }: TestPeriod): number | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 ? Math.round(days) : null;
}
