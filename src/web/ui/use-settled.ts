import { useEffect, useState } from 'react';

/** How long nothing may change before a draft is worked on. */
const SETTLED_MS = 350;

/**
 * A value once it has not changed for a moment. The library's hook would bring the editor the file of all that opens over a page.
 */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key)), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
