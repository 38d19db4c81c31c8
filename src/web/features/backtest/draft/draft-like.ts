import { trimDecimal } from '#base/decimal.ts';
import { DAY_MS } from '#base/time.ts';
import type { ListedTest } from '../test-queries.ts';
import { type AxisDraft, emptyAxis } from './axis-values.ts';
import { freshDraft, type TestDraft } from './test-draft.ts';

/** The settings of an earlier test, to be changed and run again. @param off - the word for a parameter that is off */
export function draftLike(test: ListedTest, off: string): TestDraft {
  const { costs } = test;
  return {
    ...freshDraft,
    ...{ kind: test.kind, sourceId: `test ${test.conditionId}`, name: test.name, symbols: test.symbols },
    ...{ period: 'own', days: { from: test.dateFrom.slice(0, 10), to: lastDayOf(test.dateTo) } },
    ...{ wallet: test.wallet, walletUsdt: trimDecimal(test.walletUsdt), fillPath: test.fillPath, rankBy: test.rankBy },
    ...{ makerFeePercent: costs.makerFeePercent ?? '', takerFeePercent: costs.takerFeePercent ?? '' },
    ...{ slippagePercent: costs.slippagePercent, spreadPercent: costs.spreadPercent, brackets: costs.brackets },
    ...{ volumeCapPercent: costs.volumeCapPercent, fundingRatePercent: costs.fundingRatePercent ?? '' },
    axes: test.axes.map(({ path, values }): AxisDraft => {
      const list = values.map((value) => (value === null ? off : trimDecimal(value))).join('; ');
      return { ...emptyAxis(path), mode: 'values', list };
    }),
    sampleSize: test.sample === null ? '' : String(test.sample.size),
    sampleSeed: String(test.sample?.seed ?? 1),
    outOfSamplePercent: test.outOfSamplePercent === null ? '' : String(test.outOfSamplePercent),
    trainDays: test.walkForward === null ? '' : String(test.walkForward.trainDays),
    testDays: test.walkForward === null ? '' : String(test.walkForward.testDays),
  };
}

/** The last day of a period whose end is excluded. */
function lastDayOf(end: string): string {
  return new Date(Math.ceil(Date.parse(end) / DAY_MS) * DAY_MS - DAY_MS).toISOString().slice(0, 10);
}
