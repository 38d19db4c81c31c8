import { randomUUID } from 'node:crypto';

const marks = new WeakMap<object, string>();

/**
 * A name for something that must be stored once, though it has no name of its own: a user may order the same thing twice
 * in a market minute, so what it says cannot name it. The name lives as long as the object that may be stored again.
 */
export function uniqueNameOf(once: object): string {
  const mark = marks.get(once) ?? randomUUID();
  marks.set(once, mark);
  return mark;
}
