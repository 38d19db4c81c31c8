const SAME_PRESS_MS = 300; // A terminal and a parent process may both deliver the same Ctrl-C.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` when the program is told to end: by Ctrl-C, by a service manager or because its parent process is gone.
 * The second time forces it to end at once.
 */
export function onStopSignal(stop: () => void): void {
  let firstAt: number | null = null;
  const told = (): void => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      stop();
    } else if (now - firstAt > SAME_PRESS_MS) {
      process.stderr.write('Stopped at once; what was not stored yet is computed again at the next start.\n');
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) process.on(signal, told);
  process.on('disconnect', told);
}
