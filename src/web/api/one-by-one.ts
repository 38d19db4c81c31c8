/**
 * Runs reads whose answers are there one after the other, each in a task of its own: checked and drawn in one task they
 * would hold a slow processor for a quarter of a second, in which the page hears nothing.
 */
export async function oneByOne(reads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const read of reads) {
    await read();
    await nextTask();
  }
}

// A message and not a timer: browsers hold back timers that set each other.
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
