import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#base/errors.ts';
import { LAB_CANDLES_PATH, sha256Schema } from '#contract/tests/lab-candles.ts';
import type { SharedCandles } from '#ports/candle-files.ts';
import type { RequestCounters } from '../http/callers/request-limits.ts';
import { ProblemError } from '../http/problem.ts';

interface Asked {
  readonly Params: { readonly symbol: string; readonly sha256: string };
}

/**
 * Mounts the stored candles for machines that have joined the lab. Whoever shows no token, or another one, counts as a
 * stranger; who has it is bound by the ceiling of the address alone.
 */
export function mountCandleFiles(
  app: FastifyInstance,
  { token, files }: SharedCandles,
  counters: RequestCounters,
): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isToken(request.headers.authorization, token)) return;
    await counters.countStranger(request, reply);
    throw new ProblemError(request.headers.authorization === undefined ? 'TOKEN_MISSING' : 'TOKEN_INVALID');
  };
  app.get<Asked>(`${LAB_CANDLES_PATH}/:symbol`, { onRequest }, ({ params: { symbol } }) => known(files.list(symbol)));
  app.get<Asked>(`${LAB_CANDLES_PATH}/:symbol/:sha256`, { onRequest, compress: false }, async ({ params }, reply) => {
    const { symbol, sha256 } = params;
    const content = sha256Schema.safeParse(sha256).success ? await known(files.read(symbol, sha256)) : null;
    if (content === null) throw new ProblemError('CANDLE_FILE_UNKNOWN');
    return reply.type('application/octet-stream').send(content);
  });
}

async function known<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SYMBOL_NOT_ALLOWED') throw new ProblemError('SYMBOL_UNKNOWN');
    throw error;
  }
}

function isToken(header: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
