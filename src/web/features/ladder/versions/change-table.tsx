import { useText } from '#web/i18n/text.tsx';
import css from './compare-dialog.module.css';

/** A setting of two versions, in words. */
export interface NamedChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

interface ChangeTableProps {
  /** What the table is of, for screen readers. */
  readonly label: string;
  /** Heading of the names. */
  readonly head: string;
  readonly changes: readonly NamedChange[];
}

/** What differs between two versions, a line each. */
export function ChangeTable({ label, head, changes }: ChangeTableProps) {
  const t = useText();
  return (
    <table className={css['table']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t('compare.was')}</th>
          <th scope="col">{t('compare.is')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
