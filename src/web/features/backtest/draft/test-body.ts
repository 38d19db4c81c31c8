import type { Text } from '#web/i18n/text.tsx';
import type { TestBody } from '../test-queries.ts';
import { axisBody } from './axis-values.ts';
import type { TestPeriod } from './period.ts';
import type { TestDraft } from './test-draft.ts';
import type { TestSource } from './test-sources.ts';

/** A complete draft as the call takes it; what was left empty is left to the server. */
export function testBody(
  draft: TestDraft,
  source: TestSource,
  { period, t }: { period: TestPeriod; t: Text },
): TestBody {
  const { kind, symbols, wallet, walletUsdt, fillPath, rankBy } = draft;
  const name = draft.name.trim();
  return {
    ...(name === '' ? {} : { name }),
    kind,
    ...(source.version ?? { params: source.params }),
    symbols: [...symbols],
    ...{ dateFrom: period.from, dateTo: period.to, wallet, walletUsdt, fillPath },
    costs: costsOf(draft),
    axes: draft.axes.flatMap((axis) => axisBody(axis, { language: t.language, off: t('backtest.off') }) ?? []),
    sample: draft.sampleSize === '' ? null : { size: Number(draft.sampleSize), seed: Number(draft.sampleSeed || '1') },
    outOfSamplePercent: draft.outOfSamplePercent === '' ? null : Number(draft.outOfSamplePercent),
    walkForward: windowsOf(draft),
    ...(rankBy === '' ? {} : { rankBy }),
  };
}

function costsOf(draft: TestDraft): NonNullable<TestBody['costs']> {
  const ownOr = (text: string) => (text === '' ? null : text);
  const given = (name: 'slippagePercent' | 'spreadPercent' | 'volumeCapPercent') =>
    draft[name] === '' ? {} : { [name]: draft[name] };
  return {
    makerFeePercent: ownOr(draft.makerFeePercent),
    takerFeePercent: ownOr(draft.takerFeePercent),
    fundingRatePercent: ownOr(draft.fundingRatePercent),
    brackets: draft.brackets,
    ...given('slippagePercent'),
    ...given('spreadPercent'),
    ...given('volumeCapPercent'),
  };
}

function windowsOf({ trainDays, testDays }: TestDraft): { trainDays: number; testDays: number } | null {
  return trainDays === '' || testDays === '' ? null : { trainDays: Number(trainDays), testDays: Number(testDays) };
}
