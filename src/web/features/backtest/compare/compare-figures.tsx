import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { subtractDecimals } from '#web/ui/values/decimal-sum.ts';
import { missing } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import css from '../result/result.module.css';
import type { PointComparison } from '../test-queries.ts';
import { asFall } from '../test-words.ts';
import { comparedName } from './compare-names.ts';
import { differenceText } from './difference-words.ts';

type Compared = PointComparison['items'][number];
type Figures = NonNullable<Compared['bot']['figures']>;

interface Measure {
  readonly id: 'return' | 'market' | 'drawdown' | 'roi' | 'cycles' | 'won' | 'profitFactor' | 'sharpe';
  readonly of: (figures: Figures) => string | null;
  readonly look: 'result' | 'signed' | 'plain' | 'count';
}

const measures: readonly Measure[] = [
  { id: 'return', of: ({ returnPercent }) => returnPercent, look: 'result' },
  { id: 'market', of: ({ marketChangePercent }) => marketChangePercent, look: 'signed' },
  { id: 'drawdown', of: ({ maxDrawdownPercent }) => asFall(maxDrawdownPercent), look: 'result' },
  { id: 'roi', of: ({ roiCommittedPercent }) => roiCommittedPercent, look: 'result' },
  { id: 'cycles', of: ({ cycles }) => String(cycles), look: 'count' },
  { id: 'won', of: ({ winRatePercent }) => winRatePercent, look: 'plain' },
  { id: 'profitFactor', of: ({ profitFactor }) => profitFactor, look: 'plain' },
  { id: 'sharpe', of: ({ sharpe }) => sharpe, look: 'plain' },
];

/** Figures of each point, with how far they are from the first where the market was the same; then what was set differently. */
export function CompareFigures({ comparison }: { readonly comparison: PointComparison }) {
  const t = useText();
  const { items, isSameMarket, differences } = comparison;
  const [first] = items;
  const bots = items.map(({ bot }) => bot);
  return (
    <>
      <Card
        title={t('backtest.figures')}
        actions={<CsvButton name="compared-figures" columns={figureColumns(items, t)} rows={() => measures} />}
        isFlush
      >
        <Scrolling label={t('backtest.figures')}>
          <Heads items={items} first={t('backtest.column.figure')} />
          <tbody>
            {measures.map((measure) => (
              <tr key={measure.id}>
                <th scope="row">{t(`backtest.column.${measure.id}`)}</th>
                {items.map((item) => (
                  <td key={item.bot.botId} data-right>
                    <Figure measure={measure} of={item} beside={isSameMarket && item !== first ? first : undefined} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Scrolling>
      </Card>
      {differences.length === 0 ? null : (
        <Card
          title={t('backtest.differences')}
          actions={<CsvButton name="differences" columns={differenceColumns(items, t)} rows={() => differences} />}
          isFlush
        >
          <Scrolling label={t('backtest.differences')}>
            <Heads items={items} first={t('backtest.axis.parameter')} />
            <tbody>
              {differences.map((difference) => (
                <DifferenceRow key={difference.path} difference={difference} bots={bots} />
              ))}
            </tbody>
          </Scrolling>
        </Card>
      )}
    </>
  );
}

function figureColumns(items: readonly Compared[], t: Text): readonly FileColumn<Measure>[] {
  return [
    { title: t('backtest.column.figure'), exact: ({ id }) => t(`backtest.column.${id}`) },
    ...items.map((item): FileColumn<Measure> => {
      return { title: comparedName(item, t), exact: ({ of }) => item.bot.figures && of(item.bot.figures) };
    }),
  ];
}

type Difference = PointComparison['differences'][number];

function differenceColumns(items: readonly Compared[], t: Text): readonly FileColumn<Difference>[] {
  const told = (difference: Difference) =>
    differenceText(
      difference,
      items.map(({ bot }) => bot),
      t,
    );
  return [
    { title: t('backtest.axis.parameter'), exact: (one) => told(one).title },
    ...items.map((item, index): FileColumn<Difference> => {
      return { title: comparedName(item, t), exact: (one) => told(one).values[index] ?? null };
    }),
  ];
}

interface DifferenceRowProps {
  readonly difference: Difference;
  readonly bots: readonly Compared['bot'][];
}

function DifferenceRow({ difference, bots }: DifferenceRowProps) {
  const { title, values } = differenceText(difference, bots, useText());
  return (
    <tr>
      <th scope="row">{title}</th>
      {bots.map(({ botId }, index) => (
        <td key={botId} data-right>
          {values[index]}
        </td>
      ))}
    </tr>
  );
}

function Scrolling({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields and not one more landmark.
    <div className={css['scroll']} role="group" tabIndex={0} aria-label={label}>
      <table className={css['table']}>{children}</table>
    </div>
  );
}

interface HeadsProps {
  readonly items: readonly Compared[];
  readonly first: string;
}

function Heads({ items, first }: HeadsProps) {
  const t = useText();
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {items.map((item) => (
          <th key={item.bot.botId} scope="col" data-right>
            <Link to="/backtest/$id" params={{ id: item.bot.conditionId }} search={{ point: item.bot.botId }}>
              {comparedName(item, t)}
            </Link>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface FigureProps {
  readonly measure: Measure;
  readonly of: Compared;
  /** The point that it is measured against. */
  readonly beside: Compared | undefined;
}

function Figure({ measure, of, beside }: FigureProps) {
  const t = useText();
  const value = of.bot.figures && measure.of(of.bot.figures);
  if (value === null) return missing;
  const other = beside?.bot.figures ? measure.of(beside.bot.figures) : null;
  const decimals = measure.look === 'count' ? 0 : 2;
  return (
    <>
      {measure.look === 'count' ? t.number(value) : <Pct kind={measure.look} value={value} />}
      {other === null ? null : (
        <span className={css['delta']}> {t.number(subtractDecimals(value, other), { decimals, sign: 'always' })}</span>
      )}
    </>
  );
}
