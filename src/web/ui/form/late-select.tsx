import './field-styles.ts';
import { TextInput } from '@mantine/core';
import { lazy, Suspense, useDeferredValue } from 'react';

const LoadedSelect = lazy(async () => ({ default: (await import('./loaded-select.tsx')).LoadedSelect }));

interface LateSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string | null) => void;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly className?: string;
  /** Pixels. */
  readonly width?: number;
}

/** A choice from a list, whose code is loaded after the page is painted; until then it shows what is chosen. */
export function LateSelect({ label, value, onChange, data, className, width }: LateSelectProps) {
  const isPainted = useDeferredValue(true, false);
  const look = { 'aria-label': label, ...(className ? { className } : {}), ...(width ? { w: width } : {}) };
  const chosen = data.find((one) => one.value === value)?.label ?? '';
  const waiting = <TextInput {...look} value={chosen} readOnly aria-busy />;
  if (!isPainted) return waiting;
  return (
    <Suspense fallback={waiting}>
      <LoadedSelect {...look} value={value} onChange={onChange} data={data} allowDeselect={false} />
    </Suspense>
  );
}
