import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '#base/time.ts';

/** Counts connections that ended because of a frame which breaks the protocol, and logs their number at most once a minute. */
export interface BrokenFrames {
  /** Each connection ends with its first broken frame, so a flood of them consists of many connections. */
  count(error: Error): void;
  end(): void;
}

/** The first broken frame is logged at once, those of the following minute in one line at its end. */
export function brokenFrames(log: Pick<FastifyBaseLogger, 'warn'>): BrokenFrames {
  let frames = 0;
  let code = '';
  let minute: NodeJS.Timeout | null = null;
  const report = (): void => {
    minute = null;
    if (frames === 0) return;
    log.warn({ frames, code }, 'broken frames');
    frames = 0;
    minute = setTimeout(report, MINUTE_MS).unref();
  };
  return {
    count(error) {
      frames += 1;
      code = 'code' in error ? String(error.code) : error.name;
      if (minute === null) report();
    },
    end() {
      if (minute !== null) clearTimeout(minute);
    },
  };
}
