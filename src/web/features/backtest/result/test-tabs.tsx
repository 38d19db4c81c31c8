import { useText } from '#web/i18n/text.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import type { TestDetail } from '../test-queries.ts';

export const testTabs = ['result', 'points', 'cycles', 'fills', 'months', 'monteCarlo', 'why', 'settings'] as const;
export type TestTab = (typeof testTabs)[number];

/** The part of a test that the address names. */
export function useTestTab(): TestTab {
  const [text] = useSearchText('tab');
  return testTabs.find((one) => one === text) ?? 'result';
}

/** The parts of a test; point and slice stay from one to the next. */
export function TestTabs({ test }: { readonly test: TestDetail }) {
  const t = useText();
  const active = useTestTab();
  const [point] = useSearchText('point');
  const [slice] = useSearchText('slice');
  const kept = { ...(point === '' ? {} : { point }), ...(slice === '' ? {} : { slice }) };
  const items = testTabs
    .filter((tab) => tab !== 'points' || test.pointsTotal > 1)
    .map((tab) => ({
      label: t(`backtest.tab.${tab}`),
      to: `/backtest/${test.conditionId}`,
      search: { ...kept, ...(tab === 'result' ? {} : { tab }) },
      isActive: tab === active,
      ...(tab === 'points' ? { count: test.pointsTotal } : {}),
    }));
  return <TabLinks label={t('backtest.tabs')} items={items} />;
}
