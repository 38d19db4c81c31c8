import { useSearchText } from '#web/ui/table/search-text.ts';
import type { RunOf, Slice } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';

const slices = ['whole', 'in_sample', 'out_of_sample'] as const satisfies readonly Slice[];

/** The point that the page shows, and over which part of the period: those of the address, else the best one and all of it. */
export function useRunOf({ best, outOfSamplePercent }: TestDetail): RunOf | null {
  const [pointId] = useSearchText('point');
  const [sliceText] = useSearchText('slice');
  const botId = pointId === '' ? best?.botId : pointId;
  if (botId === undefined) return null;
  const slice = slices.find((one) => one === sliceText) ?? 'whole';
  return { botId, slice: outOfSamplePercent === null ? 'whole' : slice };
}
