import { OctagonAlert } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import css from './chips.module.css';

interface ChipsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly items: readonly {
    readonly value: T;
    readonly label: string;
    readonly count?: number;
    readonly tone?: 'danger';
  }[];
}

/** Filters with counts; exactly one is active. */
export function Chips<T extends string>({ label, value, onChange, items }: ChipsProps<T>) {
  const t = useText();
  return (
    <fieldset className={css['chips']}>
      <legend className="by-hidden">{label}</legend>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          className={css['chip']}
          data-tone={item.tone}
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
        >
          {item.tone === 'danger' ? <OctagonAlert size={14} strokeWidth={1.75} aria-hidden="true" /> : null}
          {item.label}
          {item.count === undefined ? null : <span className={css['count']}>{t.number(String(item.count))}</span>}
        </button>
      ))}
    </fieldset>
  );
}
