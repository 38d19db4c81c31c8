import type { Problem as ServerProblem } from '#contract/problem/problem-body.ts';
import { UNKNOWN_AUTH_ERROR } from '#web/i18n/auth-error.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';

/** The sentence of an error in the user's language; one with an unknown code carries the code. */
export function problemText(error: unknown, t: Text): { what: string; detail: string | null } {
  if (!isFailure(error)) return { what: t('problem.UNEXPECTED'), detail: null };
  const what = sentenceOf(error.code, t);
  const fields = error.problem?.errors.map((entry) => reasonText(entry, t)) ?? [];
  if (error.problem && error.problem.status >= 500) {
    fields.push(t('problem.requestId', { id: error.problem.requestId }));
  }
  return { what, detail: fields.length === 0 ? null : fields.join(' ') };
}

/**
 * Codes of the sign-in library begin with `auth/` and are keys themselves; an unknown code gets the general sentence.
 */
function sentenceOf(code: string, t: Text): string {
  const isSignIn = code.startsWith('auth/');
  const key = isSignIn ? code : `problem.${code}`;
  if (isMessageKey(t, key)) return t(key);
  return t(isSignIn ? UNKNOWN_AUTH_ERROR : 'problem.UNKNOWN', { code });
}

/** One entry of `errors`: its own sentence with its figures, otherwise the server's message about the field. */
function reasonText(
  entry: { path: string; code: string; detail: string; figures: readonly { name: string; value: string }[] },
  t: Text,
): string {
  const key = `refusal.${entry.code}`;
  if (!isMessageKey(t, key)) return entry.path === '' ? entry.detail : `${entry.path}: ${entry.detail}`;
  const sentence = t(key, Object.fromEntries(entry.figures.map(({ name, value }) => [camel(name), value])));
  // A remaining placeholder means that the server did not send the figures that the sentence needs.
  return /\{\w+\}/.test(sentence) ? entry.detail : sentence;
}

/** Names of figures are values on the wire, so they arrive in snake case. */
function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An error with a code: a refused call, or a sign-in that failed. `problem` is the server's own answer. */
interface Failure {
  readonly code: string;
  readonly problem?: ServerProblem | null;
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
