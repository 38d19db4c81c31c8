import { useText } from '#web/i18n/text.tsx';
import css from '../../portfolio.module.css';
import { isOpenCycle, type ListedCycle } from '../cycle-rows.ts';
import { waterfallOf } from './waterfall.ts';
import { WaterfallBars } from './waterfall-bars.tsx';

/** What the result of a cycle is made of. */
export function CycleWaterfall({ cycle, unrealized }: { cycle: ListedCycle; unrealized: string }) {
  const t = useText();
  const isOpen = isOpenCycle(cycle);
  return (
    <section className={css['waterfall']}>
      <h2>{t(isOpen ? 'cycles.madeOfOpen' : 'cycles.madeOf')}</h2>
      <WaterfallBars waterfall={waterfallOf(cycle, unrealized)} sum={t(isOpen ? 'cycles.open' : 'cycles.result')} />
    </section>
  );
}
