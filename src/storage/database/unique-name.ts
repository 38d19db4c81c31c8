import { randomUUID } from 'node:crypto';

const marks = new WeakMap<object, string>();

/**
 * A unique name for an object that must be stored once but has no id of its own: a user may give the same command twice
 * in a market minute, so its content cannot identify it. The name lives as long as the object.
 */
export function uniqueNameOf(once: object): string {
  const mark = marks.get(once) ?? randomUUID();
  marks.set(once, mark);
  return mark;
}
