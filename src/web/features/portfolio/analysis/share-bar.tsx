import css from '../portfolio.module.css';

/** As long as the value beside the largest one; the figure stands in a cell of its own. */
export function ShareBar({ value, largest }: { readonly value: string; readonly largest: number }) {
  const percent = largest === 0 ? 0 : (100 * Math.abs(Number(value))) / largest;
  return (
    <span className={css['shareBar']} aria-hidden="true">
      <span data-tone={value.startsWith('-') ? 'loss' : 'gain'} style={{ width: `${percent}%` }} />
    </span>
  );
}
