import type { FollowedTopic, LiveMessage } from '#contract/live.ts';

/** One topic of one user: what its followers have been told, under a number that grows by one with every patch. */
export interface NumberedTopic<Values> {
  /** What differs from what was told last; null when nothing does. From then on it counts as told. */
  patchTo(values: Values): LiveMessage | null;
  /** All of what was told last. */
  snapshot(): LiveMessage;
}

/** How the values of a topic are compared and put into messages. */
export interface TopicForm<Values, Difference> {
  readonly topic: FollowedTopic;
  /** Null when both are the same to whoever follows the topic. */
  differenceOf(before: Values, after: Values): Difference | null;
  snapshot(values: Values, seq: number): LiveMessage;
  patch(difference: Difference, seq: number): LiveMessage;
}

/** @param values - what the first snapshot holds */
export function numberedTopic<Values, Difference>(
  form: TopicForm<Values, Difference>,
  values: Values,
): NumberedTopic<Values> {
  let [told, seq] = [values, 1];
  return {
    patchTo(next) {
      const difference = form.differenceOf(told, next);
      if (difference === null) return null;
      told = next;
      seq += 1;
      return form.patch(difference, seq);
    },
    snapshot: () => form.snapshot(told, seq),
  };
}
