import { type KeyboardEvent, useRef } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { signOfText, utcDay } from '../values/format.ts';
import { Money } from '../values/money.tsx';
import css from './calendar.module.css';
import { type CalendarDay, calendarWeeks, strengthOf } from './calendar-weeks.ts';

interface CalendarProps {
  /** Days with a result; the other days in the range have none. */
  readonly days: readonly { readonly day: string; readonly result: string; readonly cycles: number }[];
  /** First and last day of the range, YYYY-MM-DD (UTC). */
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly selected: string | null;
  readonly onSelect: (day: string | null) => void;
}

/**
 * Weeks as rows, Monday first, each with its sum. Arrow keys move by day; a click selects a day, a second click
 * deselects it.
 */
export function Calendar(props: CalendarProps) {
  const t = useText();
  const { weeks, largest } = calendarWeeks(props.days, props.from, props.to);
  const grid = useRef<HTMLTableElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (step === undefined || !grid.current) return;
    const cells: readonly Element[] = [...grid.current.querySelectorAll('button')];
    const next = cells[cells.indexOf(document.activeElement ?? grid.current) + step];
    if (next instanceof HTMLElement) next.focus();
    event.preventDefault();
  };
  return (
    <table className={css['calendar']} ref={grid} onKeyDown={onKey}>
      <thead>
        <tr>
          {(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const).map((day) => (
            <th key={day} scope="col">
              {t(`weekday.${day}`)}
            </th>
          ))}
          <th scope="col">{t('calendar.week')}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.days[0]?.day}>
            {week.days.map((day) => (
              <td key={day.day}>
                <Cell day={day} largest={largest} calendar={props} />
              </td>
            ))}
            <td className={css['sum']}>
              <Money value={week.result} decimals={0} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell(props: { readonly day: CalendarDay; readonly largest: number; readonly calendar: CalendarProps }) {
  const t = useText();
  const { day, largest, calendar } = props;
  const isSelected = calendar.selected === day.day;
  const number = Number(day.day.slice(8));
  if (!day.isInRange) return <span className={css['outside']}>{number}</span>;
  const figure = t.number(day.result, { decimals: 0, sign: 'always' });
  const sign = signOfText(day.result);
  const words = `${utcDay(day.day, t.language)}: ${figure} USDT, ${t.plural('cycles', day.cycles)}`;
  return (
    <button
      type="button"
      className={css['day']}
      data-result={sign === 0 ? 'zero' : sign > 0 ? 'gain' : 'loss'}
      data-today={calendar.today === day.day ? '' : undefined}
      aria-pressed={isSelected}
      style={{ '--strength': `${strengthOf(day.result, largest)}%` }}
      onClick={() => calendar.onSelect(isSelected ? null : day.day)}
    >
      <span className="by-hidden">{words}</span>
      <span className={css['number']} aria-hidden="true">
        {number}
      </span>
      <span className={css['figure']} aria-hidden="true">
        {figure}
      </span>
    </button>
  );
}
