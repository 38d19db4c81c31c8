import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#base/time.ts';
import { brokenFrames } from './broken-frames.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const error = Object.assign(new RangeError('no frame'), { code: 'WS_ERR_INVALID_OPCODE' });
const code = 'WS_ERR_INVALID_OPCODE';

describe('broken frames of sockets', () => {
  it('broken frames are logged once at once, then once a minute with their number', () => {
    const lines: object[] = [];
    const broken = brokenFrames({ warn: (line: object) => lines.push(line) });
    for (let sent = 0; sent < 1_000; sent += 1) broken.count(error);
    expect(lines).toEqual([{ frames: 1, code }]);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(lines.slice(1)).toEqual([{ frames: 999, code }]);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(lines).toHaveLength(2);
    broken.count(error);
    expect(lines.slice(2)).toEqual([{ frames: 1, code }]);
  });

  it('broken frames are not logged after the server has closed', () => {
    const lines: object[] = [];
    const broken = brokenFrames({ warn: (line: object) => lines.push(line) });
    broken.count(error);
    broken.count(error);
    broken.end();
    vi.advanceTimersByTime(MINUTE_MS);
    expect(lines).toHaveLength(1);
  });
});
