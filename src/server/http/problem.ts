import { STATUS_CODES } from 'node:http';
import { toSnake } from 'ts-case-convert';
import { AppError, type Reason } from '#base/errors.ts';
import type { Problem } from '#contract/problem/problem-body.ts';
import { ladderRefusals, type ProblemCode, problems } from '#contract/problem.ts';
import { ranTooLong } from '#storage/database/ran-too-long.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import { wirePath } from './wire.ts';

/** An error answer. Thrown only inside `server`, answered only by its error handler. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly reasons: readonly Reason[];
  /** The confirmation that CONFIRMATION_REQUIRED gives out; null otherwise. */
  readonly confirm: string | null;

  constructor(code: ProblemCode, reasons: readonly Reason[] = [], confirm: string | null = null) {
    super(code);
    this.name = 'ProblemError';
    this.code = code;
    this.reasons = reasons;
    this.confirm = confirm;
  }
}

/** 400 for one field; the path is in camelCase segments. */
export function invalidField(path: readonly (string | number)[], detail: string, code = 'INVALID'): ProblemError {
  return new ProblemError('REQUEST_INVALID', [{ code, detail, path }]);
}

/** The problem for the engine's reasons: the code of a single reason, or LADDER_REFUSED with all reasons. */
export function problemOfReasons(reasons: readonly Reason[]): ProblemError {
  const code = reasons[0]?.code ?? '';
  if (isProblemCode(code)) return new ProblemError(code, reasons.slice(1));
  if (isLadderRefusal(code)) return new ProblemError('LADDER_REFUSED', reasons.map(underParams));
  throw new Error(`Internal error: expected that the refusal ${code} has an answer`);
}

/** A path may be marked as starting at the root of the request; any other starts in the parameters. */
function underParams(reason: Reason): Reason {
  const path = reason.path ?? [];
  if (path[0] === 'request') return { ...reason, path: path.slice(1) };
  return { ...reason, path: path[0] === 'params' ? path : ['params', ...path] };
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

export function isLadderRefusal(code: string): boolean {
  return ladderRefusals.some((known) => known === code);
}

/** HTTP status of a code. */
export function httpStatusOf(code: ProblemCode): number {
  return problems[code].status;
}

/** The body of an error answer. It contains nothing of the exception except the reasons for the user. */
export function problemBody(problem: ProblemError, requestId: string): Problem {
  const { status, sentence } = problems[problem.code];
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: problem.code,
    detail: sentence,
    errors: problem.reasons.map((reason) => ({
      path: wirePath(reason.path ?? []),
      code: reason.code,
      detail: reason.detail,
      figures: Object.entries(reason.figures ?? {}).map(([name, value]) => ({
        name: toSnake(name),
        value: String(value),
      })),
    })),
    requestId,
    ...(problem.confirm === null ? {} : { confirm: problem.confirm }),
  };
}

/** Codes of Fastify's own refusals; anything not listed is our fault and answered with 500. */
const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'BODY_TYPE_UNSUPPORTED',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'HTTP_INVALID',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BODY_NOT_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BODY_NOT_JSON',
  FST_ERR_BAD_URL: 'ADDRESS_INVALID',
  FST_ERR_NOT_FOUND: 'ROUTE_UNKNOWN',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'METHOD_NOT_ALLOWED', // Only QUERY has to name one, and no call is asked by it.
};

/** The problem for an exception of any origin. */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof AppError && isProblemCode(error.code)) return new ProblemError(error.code);
  const trouble = storeTroubleOf(error);
  if (trouble !== null) return new ProblemError(trouble === 'disk-full' ? 'DISK_FULL' : 'DATABASE_UNAVAILABLE');
  if (ranTooLong(error)) return new ProblemError('OVERLOADED');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new ProblemError((Object.hasOwn(fastifyCodes, code) && fastifyCodes[code]) || 'INTERNAL_ERROR');
}
