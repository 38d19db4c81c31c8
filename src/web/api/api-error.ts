import type { Problem } from '#contract/problem/problem-body.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { ClientErrorCode } from '#web/i18n/client-error-code.ts';

/** Why a call failed. `problem` is the server's own answer when there was one. */
export class ApiError extends Error {
  readonly code: ProblemCode | ClientErrorCode | (string & {});
  readonly problem: Problem | null;
  readonly retryAfterMs: number | null;

  constructor(code: string, options: { problem?: Problem; retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(options.problem?.detail ?? code, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.problem = options.problem ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  get status(): number | null {
    return this.problem?.status ?? null;
  }
}

export function isApiError(error: unknown, code?: string): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
