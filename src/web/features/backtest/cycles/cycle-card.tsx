import { cycleStatus } from '#web/bots/cycles/cycle-status.ts';
import type { Text } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import type { TestCycle } from '../report-queries.ts';
import { sideText } from './cycle-columns.tsx';

/** A cycle on the phone. */
export function testCycleCard(cycle: TestCycle, t: Text): CardParts {
  return {
    title: `${cycle.symbol} ${sideText(cycle, t)} #${cycle.seq}`,
    figure: <Money value={cycle.result} />,
    state: <Status {...cycleStatus(cycle, t)} />,
    aside: utcMinute(cycle.openedAt, t.language),
  };
}
