import { useLayoutEffect, useRef, useState } from 'react';

/** A function that always stays the same one and calls the newest `act`: what holds it need not be drawn again. */
export function useSteady<Args extends readonly unknown[], Result>(act: (...args: Args) => Result) {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  const [steady] = useState(
    () =>
      (...args: Args) =>
        newest.current(...args),
  );
  return steady;
}
