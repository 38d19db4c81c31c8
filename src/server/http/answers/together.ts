import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TOGETHER_MAX, TOGETHER_PATH } from '#contract/call.ts';
import { invalidField } from '../problem.ts';

const ADDRESS_LENGTH_MAX = 500;
const OK = 200;
const COMMA = Buffer.from(',');
const NO_ANSWER = Buffer.from('null');

/**
 * Mounts the call that answers several reads at once, for a page that opens: browsers hold six connections, and a page with
 * its files and first data would wait for a second round of them. Each read is a request of its own inside the program,
 * so limits, turns and row-level security hold as if it had come alone.
 */
export function mountTogether(app: FastifyInstance): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(TOGETHER_PATH, async (request, reply) => {
    const answers = await Promise.all(addressesOf(request.query['address']).map((one) => answerTo(app, request, one)));
    return reply.type('application/json; charset=utf-8').send(Readable.from(partsOf(answers)));
  });
}

/** One after the other: twelve long lists in one piece would keep the thread that serves everybody for a quarter of a second. */
async function* partsOf(answers: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield Buffer.from('{"answers":[');
  for (const [place, answer] of answers.entries()) {
    if (place > 0) yield COMMA;
    yield answer;
    await nextTurn();
  }
  yield Buffer.from(']}');
}

/** @throws ProblemError REQUEST_INVALID */
function addressesOf(given: unknown): readonly string[] {
  const addresses = [given].flat();
  if (addresses.length > TOGETHER_MAX) throw invalidField(['address'], `at most ${TOGETHER_MAX} addresses at once`);
  return addresses.map((address) => {
    if (typeof address === 'string' && isRead(address)) return address;
    throw invalidField(['address'], `each address begins with /api/ and has at most ${ADDRESS_LENGTH_MAX} letters`);
  });
}

/** The path is compared as the router reads it, resolved and decoded: it could be this call itself in disguise. */
function isRead(address: string): boolean {
  if (address.length > ADDRESS_LENGTH_MAX || !address.startsWith('/api/')) return false;
  try {
    const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    return path.startsWith('/api/') && !path.startsWith(TOGETHER_PATH);
  } catch {
    return false;
  }
}

/** The JSON that an address answers; `null` where that is no success. */
async function answerTo(app: FastifyInstance, { headers, ip }: FastifyRequest, url: string): Promise<Buffer> {
  const { host = 'localhost', authorization } = headers;
  const answer = await app.inject({
    method: 'GET',
    url,
    remoteAddress: ip,
    headers: { host, accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
  });
  return answer.statusCode === OK && isJson(answer.headers['content-type']) ? answer.rawPayload : NO_ANSWER;
}

const isJson = (type: unknown): boolean => String(type).startsWith('application/json');
