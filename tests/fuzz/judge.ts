import { problems } from '#contract/problem.ts';
import type { FuzzRequest } from './make-request.ts';
import type { FuzzAnswer } from './target.ts';

const REFUSED_FROM = 400;
/** Answers with this status or a higher one are faults of the server. */
export const FAULTS_FROM = 500;
const DETAIL_LENGTH_MIN = 5;
/** Of a stack, a statement or a file of the server: nothing that a client has sent. */
const INNER = /node_modules|\.ts:\d+|\bat \w+ \(|syntax error at|violates|relation "/;
/** Words that say no more than that something is wrong. */
const BARE = /^(?:invalid input|invalid|error|bad request)\.?$/i;

/** What is wrong with an answer; null when it is one that a client can act on. */
export function faultOf(request: FuzzRequest, answer: FuzzAnswer): string | null {
  if (answer.status >= FAULTS_FROM) return `status ${answer.status}`;
  if (INNER.test(answer.body)) return 'tells of the inside of the server';
  if (answer.status < REFUSED_FROM || answer.body === '') return null;
  if (request.kind === 'identity') return identityFault(answer);
  if (request.operation === null && answer.type.startsWith('text/html')) return null;
  return problemFault(request, answer);
}

interface Told {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly code: string; readonly detail: string }[];
}

function problemFault({ operation }: FuzzRequest, { status, type, body }: FuzzAnswer): string | null {
  if (!type.startsWith('application/problem+json')) return `a refusal as ${type}`;
  const { code, detail, errors }: Told = JSON.parse(body);
  if (!Object.hasOwn(problems, code)) return `unknown code ${code}`;
  if (detail.length < DETAIL_LENGTH_MIN) return `${code} without a sentence`;
  if (code === 'REQUEST_INVALID' && errors.length === 0) return 'REQUEST_INVALID names no field';
  const bare = errors.find((one) => one.path === '' || one.code === '' || BARE.test(one.detail));
  if (bare !== undefined) return `${code} is bare: ${JSON.stringify(bare)}`;
  const documented = operation === null ? null : (operation.codes.get(status) ?? []);
  return documented === null || documented.includes(code) ? null : `${status} ${code} is not in the document`;
}

function identityFault({ type, body }: FuzzAnswer): string | null {
  if (type.startsWith('application/problem+json')) return null;
  if (!type.startsWith('application/json')) return `a refusal as ${type}`;
  const message: unknown = JSON.parse(body).error?.message;
  return typeof message === 'string' && /^[A-Z][A-Z_]+/.test(message) ? null : `bare: ${body.slice(0, 200)}`;
}
