import type { ReactNode } from 'react';
import type { Reply } from '#contract/call.ts';
import type { getCandles } from '#contract/market.ts';
import type { Order, Trade } from '#web/api/trading-queries.ts';
import { fillMarkers } from '#web/bots/cycles/fill-mark.ts';
import { LogCut } from '#web/bots/cycles/log-cut.tsx';
import type { WholeLog } from '#web/bots/cycles/whole-log.ts';
import { CandleChart } from '#web/charts/candle-chart.tsx';
import { barsOf } from '#web/charts/candle-picture.ts';
import { candleTwin } from '#web/charts/candle-twin.ts';
import { offScaleText } from '#web/charts/off-scale-text.ts';
import { useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { LogList } from '#web/ui/words/log-list.tsx';
import css from '../../portfolio.module.css';
import type { ListedCycle } from '../cycle-rows.ts';
import { foldFills, marginAt, openAt } from './cycle-at.ts';
import { linesAt } from './lines-at.ts';

const HEIGHT = 250;

interface ReplayMomentProps {
  readonly cycle: ListedCycle;
  readonly bars: readonly Reply<typeof getCandles>['items'][number][];
  /** How many of the candles are shown. */
  readonly shown: number;
  /** UTC milliseconds at which the last of them closes. */
  readonly time: number;
  readonly trades: readonly Trade[];
  readonly orders: readonly Order[];
  readonly log: WholeLog;
  readonly decimals: number;
}

/** A cycle as it stood at the close of a candle. */
export function ReplayMoment({ cycle, bars, shown, time, trades, orders, log, decimals }: ReplayMomentProps) {
  const t = useText();
  // What happens at the open of the next candle bears the instant at which this one closes, but has not happened yet.
  const last = time - 1;
  const held = foldFills(trades, cycle.direction, last);
  const past = bars.slice(0, shown);
  const price = past.at(-1)?.close ?? null;
  const name = `${cycle.symbol} ${cycle.seq} replay`;
  const lines = linesAt({ held, orders, time: last }, t);
  const done = log.entries.filter(({ ts }) => Date.parse(ts) <= last);
  return (
    <>
      <CandleChart
        viewKey={`${cycle.cycleId} replay`}
        label={t('replay.chart', { symbol: cycle.symbol, seq: cycle.seq })}
        showTable={t('chart.table')}
        showChart={t('chart.chart')}
        height={HEIGHT}
        bars={barsOf(past)}
        lines={lines}
        markers={fillMarkers(trades.filter(({ ts }) => Date.parse(ts) <= last))}
        highlighted={null}
        onHover={ignored}
        decimals={decimals}
        offScaleText={(line) => offScaleText({ lines, decimals }, line, t)}
        table={() => candleTwin({ name, lines, trades: [], decimals }, t)}
      />
      <dl className={css['facts']}>
        <Fact label={t('replay.price')} value={<Price value={price} decimals={decimals} />} />
        <Fact label={t('replay.average')} value={<Price value={held.average} decimals={decimals} />} />
        <Fact label={t('replay.steps')} value={`${held.stepsFilled}/${cycle.levelsTotal}`} />
        <Fact label={t('replay.margin')} value={<Money kind="amount" value={marginAt(held, trades, cycle)} />} />
        <Fact
          label={t('replay.open')}
          value={<Money value={price === null ? null : openAt(held, cycle.direction, price)} />}
        />
        <Fact label={t('replay.booked')} value={<Money value={held.booked} />} />
      </dl>
      <LogCut log={log} search={{ cycle: cycle.cycleId, to: new Date(time).toISOString() }} />
      {done.length === 0 && !log.isCut ? <Empty title={t('replay.noLog')} /> : <LogList entries={done} />}
    </>
  );
}

const ignored = (): void => {};

function Fact({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
