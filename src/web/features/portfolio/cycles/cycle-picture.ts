import type { Atom } from '#web/api/trading-queries.ts';
import { shownLiquidation } from '#web/bots/shown-liquidation.ts';
import type { PriceLineSpec } from '#web/charts/candle-picture.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { ListedCycle } from './cycle-rows.ts';

type Line = Omit<PriceLineSpec, 'price'> & { readonly price: string | null };

/** The price lines of an open position, or average and exit of an ended one. */
export function cycleLines(cycle: ListedCycle, atom: Atom | null, t: Text): readonly PriceLineSpec[] {
  const average: Line = {
    id: 'average',
    title: t('cycles.line.average'),
    price: cycle.avgEntryPrice,
    tone: 'value',
    dash: 'dashed',
    width: 1,
    isInScale: true,
  };
  const lines = atom === null ? [average, exitLine(cycle, t)] : [...openLines(atom, t), average];
  return lines.flatMap((line) => (line.price === null ? [] : [{ ...line, price: Number(line.price) }]));
}

function exitLine(cycle: ListedCycle, t: Text): Line {
  const tone = cycle.result.startsWith('-') ? 'loss' : 'profit';
  return {
    id: 'exit',
    title: t('cycles.line.exit'),
    price: cycle.avgExitPrice,
    tone,
    dash: 'solid',
    width: 1,
    isInScale: true,
  };
}

function openLines(atom: Atom, t: Text): readonly Line[] {
  const next = t('cycles.line.next', { level: atom.levelsFilled + 1 });
  return [
    {
      id: 'tp',
      title: t('ladder.line.tp'),
      price: atom.takeProfitPrice,
      tone: 'profit',
      dash: 'solid',
      width: 1,
      isInScale: true,
    },
    { id: 'next', title: next, price: atom.nextLevelPrice, tone: 'step', dash: 'dashed', width: 1, isInScale: true },
    {
      id: 'mark',
      title: t('cycles.line.mark'),
      price: atom.mark,
      tone: 'accent',
      dash: 'dotted',
      width: 1,
      isInScale: true,
    },
    {
      id: 'stop',
      title: t('ladder.line.stop'),
      price: atom.stopLossPrice,
      tone: 'warn',
      dash: 'solid',
      width: 1,
      isInScale: false,
    },
    {
      id: 'liquidation',
      title: t('ladder.line.liquidation'),
      price: shownLiquidation(atom),
      tone: 'loss',
      dash: 'solid',
      width: 2,
      isInScale: false,
    },
  ];
}
