import type { Text } from '#web/i18n/text.tsx';
import { pointText } from '../path-words.ts';
import type { PointComparison } from '../test-queries.ts';

type Compared = PointComparison['items'][number];

/** The name of a point among others: its test, and what it set where the test has several. */
export function comparedName({ bot, conditionName }: Compared, t: Text): string {
  const point = pointText(bot.point, bot.kind, t);
  return point === '' ? conditionName : `${conditionName}: ${point}`;
}
