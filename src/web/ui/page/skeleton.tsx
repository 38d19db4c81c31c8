import { Skeleton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import css from './skeleton.module.css';

/** Grey rows in the final geometry; they appear only when the wait is long enough to be seen. */
export function SkeletonRows({ rows, height = 32 }: { readonly rows: number; readonly height?: number }) {
  const isCalm = useReducedMotion();
  return (
    <div className={css['late']} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
        <div key={index} className={css['row']} style={{ height }}>
          <Skeleton height={10} width={`${60 + ((index * 17) % 35)}%`} animate={!isCalm} />
        </div>
      ))}
    </div>
  );
}

/** One grey block, for a chart or a band. */
export function SkeletonBlock({ height }: { readonly height: number | string }) {
  const isCalm = useReducedMotion();
  return (
    <div className={css['late']} aria-hidden="true">
      <Skeleton height={height} radius="md" animate={!isCalm} />
    </div>
  );
}
