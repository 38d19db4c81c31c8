import { expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { playedSource } from '../../../tests/support/played-source.ts';
import { asking } from './retry.ts';

const source = playedSource({ symbols: ['BTCUSDT'] });
const failure = (code: string) => new AppError(code, `It is ${code}.`, { isRetryable: true });

/** Fails with these errors in order, then returns how often it was called. */
function askedThrough(failures: readonly Error[], failuresMax: number, signal = new AbortController().signal) {
  let asked = 0;
  const told: string[] = [];
  const rules = { source, signal, failuresMax, share: 1, firstWaitMs: 1, tell: (line: string) => void told.push(line) };
  const answer = asking(rules, async () => {
    asked += 1;
    const next = failures[asked - 1];
    if (next !== undefined) throw next;
    return asked;
  });
  return { answer, told };
}

it('retries a busy exchange any number of times without reporting it', async () => {
  const { answer, told } = askedThrough(
    Array.from({ length: 7 }, () => failure('EXCHANGE_BUSY')),
    0,
  );
  await expect(answer).resolves.toBe(8);
  expect(told).toEqual([]);
});

it('retries other failures up to the limit, reports the first and throws the last', async () => {
  const away = failure('EXCHANGE_UNAVAILABLE');
  const { answer, told } = askedThrough([away, away], 2);
  await expect(answer).resolves.toBe(3);
  expect(told).toEqual(['It is EXCHANGE_UNAVAILABLE.']);
  await expect(askedThrough([away, away, away], 2).answer).rejects.toBe(away);
});

it('throws at once an error that a retry cannot fix', async () => {
  const unknown = new AppError('SYMBOL_UNKNOWN', 'There is none.');
  await expect(askedThrough([unknown], 5).answer).rejects.toBe(unknown);
  const ending = new AbortController();
  ending.abort();
  await expect(askedThrough([], 5, ending.signal).answer).rejects.toMatchObject({ name: 'AbortError' });
});

it('waits without asking while its share of the budget is used up', async () => {
  const crowded = playedSource({ symbols: ['BTCUSDT'] });
  crowded.used = crowded.limit * 0.7;
  const signal = new AbortController().signal;
  let asked = 0;
  const ask = async (): Promise<number> => {
    asked += 1;
    return asked;
  };
  const rules = { source: crowded, signal, failuresMax: 0, firstWaitMs: 1, tell: () => {} };
  expect(await asking({ ...rules, share: 0.8 }, ask)).toBe(1);
  const waiting = asking({ ...rules, share: 0.7 }, ask);
  await Promise.resolve();
  expect(asked).toBe(1);
  crowded.used = 0; // The exchange's next minute.
  expect(await waiting).toBe(2);
});
