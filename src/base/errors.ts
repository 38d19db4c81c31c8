/** A failure from outside the program. The code is UPPER_SNAKE, the sentence is for the user. */
export class AppError extends Error {
  readonly code: string;
  readonly isRetryable: boolean;

  constructor(code: string, sentence: string, options: { isRetryable?: boolean; cause?: unknown } = {}) {
    super(sentence, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.isRetryable = options.isRetryable ?? false;
  }
}

/** One reason of a refusal. `path` names the field in camelCase segments; `figures` are decimal strings or counts. */
export interface Reason {
  readonly code: string;
  readonly detail: string;
  readonly path?: readonly (string | number)[];
  readonly figures?: Readonly<Record<string, string | number>>;
}

/** A refusal is a result and never thrown; its reasons say what was needed and what there was. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reasons: readonly Reason[] };

/** An accepted command and its value. */
export function accepted<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** A refused command, which changed nothing, with its reasons, the most important one first. */
export function refused(...reasons: Reason[]): { readonly ok: false; readonly reasons: readonly Reason[] } {
  return { ok: false, reasons };
}
