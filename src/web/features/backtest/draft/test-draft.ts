import type * as z from 'zod/mini';
import type { fillPath, testCosts, testRanking } from '#contract/tests/test-setup.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Text } from '#web/i18n/text.tsx';
import { unsendable } from '#web/ui/form/decimal/number-problem.ts';
import { type AxisDraft, axisBody } from './axis-values.ts';
import { daysIn, type PeriodChoice, presetPeriod, type TestPeriod } from './period.ts';
import type { TestSource } from './test-sources.ts';

type Costs = z.input<typeof testCosts>;
type Brackets = NonNullable<Costs['brackets']>;
export type FillPath = z.output<typeof fillPath>;
export type Ranking = z.output<typeof testRanking>;

/** A test as it is being filled in; numbers as typed, empty for what is left to the default. */
export interface TestDraft {
  readonly kind: BotKind;
  readonly sourceId: string;
  readonly name: string;
  /** Empty: those of the strategy. */
  readonly symbols: readonly string[];
  readonly period: PeriodChoice;
  /** For a period of its own. */
  readonly days: TestPeriod;
  readonly wallet: 'each' | 'shared';
  readonly walletUsdt: string;
  readonly makerFeePercent: string;
  readonly takerFeePercent: string;
  readonly slippagePercent: string;
  readonly spreadPercent: string;
  readonly volumeCapPercent: string;
  readonly fundingRatePercent: string;
  readonly brackets: Brackets;
  readonly fillPath: FillPath;
  readonly axes: readonly AxisDraft[];
  readonly sampleSize: string;
  readonly sampleSeed: string;
  readonly outOfSamplePercent: string;
  readonly trainDays: string;
  readonly testDays: string;
  /** Empty: by the usual one of the kind. */
  readonly rankBy: Ranking | '';
}

export const freshDraft: TestDraft = {
  ...{ kind: paperLadder.kind, sourceId: '', name: '', symbols: [], period: '30d', days: { from: '', to: '' } },
  ...{ wallet: 'each', walletUsdt: '10000', makerFeePercent: '', takerFeePercent: '', slippagePercent: '0.05' },
  ...{ spreadPercent: '0', volumeCapPercent: '10', fundingRatePercent: '', brackets: 'contract' },
  ...{ fillPath: 'pessimistic', axes: [], sampleSize: '', sampleSeed: '1', outOfSamplePercent: '' },
  ...{ trainDays: '', testDays: '', rankBy: '' },
};

/** The first and the last day of a draft; empty ones while the market time is not known. */
export function periodOf({ period, days }: TestDraft, marketNow: number | null): TestPeriod {
  if (period === 'own') return days;
  return marketNow === null ? { from: '', to: '' } : presetPeriod(period, marketNow);
}

/** The typed numbers of a draft, with the decimals that they may have. */
const numbers: readonly { readonly name: NumberName; readonly decimals?: number }[] = [
  { name: 'walletUsdt' },
  { name: 'makerFeePercent' },
  { name: 'takerFeePercent' },
  { name: 'slippagePercent' },
  { name: 'spreadPercent' },
  { name: 'volumeCapPercent' },
  { name: 'fundingRatePercent' },
  { name: 'sampleSize', decimals: 0 },
  { name: 'sampleSeed', decimals: 0 },
  { name: 'outOfSamplePercent', decimals: 0 },
  { name: 'trainDays', decimals: 0 },
  { name: 'testDays', decimals: 0 },
];

type NumberName = { [K in keyof TestDraft]: TestDraft[K] extends string ? K : never }[keyof TestDraft];

/** What still has to be filled in; null when the test can be sent. */
export function missingIn(draft: TestDraft, source: TestSource | null, period: TestPeriod, t: Text): string | null {
  if (source === null) return t('backtest.missing.source');
  if (draft.symbols.length === 0) return t('backtest.missing.symbols');
  if (daysIn(period) === null) return t('backtest.missing.period');
  if (draft.walletUsdt === '') return t('backtest.missing.wallet');
  const language = { language: t.language, off: t('backtest.off') };
  if (draft.axes.some((axis) => axisBody(axis, language) === null)) return t('backtest.missing.axis');
  const hasHalf = (draft.trainDays === '') !== (draft.testDays === '');
  if (hasHalf) return t('backtest.missing.windows');
  const problems = numbers.map(({ name, decimals }) => unsendable(draft[name], t, decimals));
  return problems.find((problem) => problem !== null) ?? null;
}
