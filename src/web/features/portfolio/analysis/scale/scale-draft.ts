import { otherScale, type scaleBounds } from '#contract/risk/try-scale.ts';
import type { OtherScale } from './scale-query.ts';

export type ScaleName = keyof typeof scaleBounds;

/** The fields in their order, with unit and decimals. */
export const scaleFields = [
  { name: 'baseOrderSize', unit: 'USDT', decimals: 8 },
  { name: 'safetyOrderSize', unit: 'USDT', decimals: 8 },
  { name: 'safetyOrdersCount', unit: null, decimals: 0 },
  { name: 'stepPercent', unit: '%', decimals: 6 },
  { name: 'stepScale', unit: null, decimals: 4 },
  { name: 'volumeScale', unit: null, decimals: 4 },
] as const satisfies readonly { readonly name: ScaleName; readonly unit: string | null; readonly decimals: number }[];

/** What stands in the fields; empty: as it was. */
export type ScaleDraft = Readonly<Record<ScaleName, string>>;

export const EMPTY_DRAFT: ScaleDraft = {
  ...{ baseOrderSize: '', safetyOrderSize: '', safetyOrdersCount: '' },
  ...{ stepPercent: '', stepScale: '', volumeScale: '' },
};

/** The scale of a draft; null while it names nothing or holds a wrong value, with the names of those. */
export function scaleOf(draft: ScaleDraft): { readonly scale: OtherScale | null; readonly wrong: ReadonlySet<string> } {
  const { safetyOrdersCount: count, ...texts } = draft;
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  const parsed = otherScale.safeParse(count === '' ? given : { ...given, safetyOrdersCount: Number(count) });
  if (parsed.success) return { scale: parsed.data, wrong: new Set() };
  return { scale: null, wrong: new Set(parsed.error.issues.flatMap(({ path }) => path.map(String))) };
}
