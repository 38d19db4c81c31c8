import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Runs inside the program before its own code: at each SIGUSR2 it prints how the main thread was held up since the last. */
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    const figures = { p50: delay.percentile(50), p99: delay.percentile(99), longest: delay.max };
    process.stdout.write(`delay ${JSON.stringify(figures)}\n`);
    delay.reset();
  });
}
