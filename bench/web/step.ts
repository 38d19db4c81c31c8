/**
 * Waits for one step of the bench, and not longer than its limit, so that a step that hangs ends the bench and is named.
 * @param name - completes "the bench waited in vain for …"
 * @throws Error that names the step
 */
export async function step<T>(name: string, limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    const late = new Error(`The bench waited ${limitMs / 1_000} s in vain for ${name}.`);
    timer = setTimeout(() => reject(late), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
