import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { STEP_UP_MINUTES } from '#contract/limits.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useText } from '#web/i18n/text.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';

/** Loaded when it is needed: queries of first pages import this file, and the session must not open with them. */
const session = () => import('#web/auth/session.ts');

/** A little less than the five minutes of the server, so that the form is filled in before they are over. */
const FRESH_MS = 240_000;

export interface StepUp {
  /** The field for the password; null while the sign-in is fresh. */
  readonly field: ReactNode;
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Checks the password first if necessary, then sends. */
  readonly send: (onDone: (error: unknown) => void) => void;
}

interface StepUpOptions<Answer> {
  /** Sends the command; called again after STEP_UP_REQUIRED, once the password has been entered. */
  readonly act: () => Promise<Answer>;
  readonly onSuccess?: (answer: Answer) => unknown;
  /** Runs after every attempt. */
  readonly onSettled?: () => unknown;
  /** When the password field appears: as soon as the sign-in is old, or only once the server has refused it. */
  readonly asks?: 'when-old' | 'when-refused';
}

/**
 * A command that requires a fresh sign-in. Neither the password nor what the command sends stays in the mutation cache
 * after the answer.
 */
export function useStepUp<Answer>(options: StepUpOptions<Answer>): StepUp {
  const { act, onSuccess, onSettled, asks = 'when-old' } = options;
  const t = useText();
  const [password, setPassword] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const signedIn = useQuery({
    queryKey: ['signed-in-at'],
    queryFn: async () => (await session()).signedInAt(),
    staleTime: 0,
    gcTime: 0,
    enabled: asks === 'when-old',
  });
  const isOld = typeof signedIn.data === 'number' && Date.now() - signedIn.data > FRESH_MS;
  const isNeeded = isOld || isAskedFor;
  const sending = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      if (isNeeded) await (await session()).reauthenticate(password);
      return act();
    },
    onSuccess: (answer) => onSuccess?.(answer),
    onError: (error) => setAskedFor(isApiError(error, 'STEP_UP_REQUIRED')),
    onSettled: () => {
      setPassword('');
      if (asks === 'when-old') void signedIn.refetch();
      return onSettled?.();
    },
  });
  return {
    field: isNeeded ? (
      <PasswordField
        label={t('stepUp.password')}
        hint={t('stepUp.hint', { minutes: STEP_UP_MINUTES })}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    ) : null,
    isReady: !(asks === 'when-old' && signedIn.isPending) && (!isNeeded || password !== ''),
    isPending: sending.isPending,
    // The password field already shows it.
    error: isApiError(sending.error, 'STEP_UP_REQUIRED') ? null : sending.error,
    send: (onDone) => sending.mutate(undefined, { onSettled: (_answer, error) => onDone(error) }),
  };
}
