import css from './skeleton.module.css';

/** Grey rows in the final geometry; they appear only when the wait is long enough to be seen. */
export function SkeletonRows({ rows, height = 32 }: { readonly rows: number; readonly height?: number }) {
  return (
    <div className={css['late']} aria-hidden="true" data-skeleton>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
        <div key={index} className={css['row']} style={{ height }}>
          <div className={css['bone']} style={{ height: 10, width: `${60 + ((index * 17) % 35)}%` }} />
        </div>
      ))}
    </div>
  );
}

/** One grey block, for a chart or a band. */
export function SkeletonBlock({ height }: { readonly height: number | string }) {
  return (
    <div className={css['late']} aria-hidden="true" data-skeleton>
      <div className={css['bone']} style={{ height }} />
    </div>
  );
}
