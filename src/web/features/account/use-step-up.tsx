import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { STEP_UP_MINUTES } from '#contract/limits.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { ExchangeKey } from '#web/api/exchange-key-query.ts';
import { reauthenticate, signedInAt } from '#web/auth/session.ts';
import { useText } from '#web/i18n/text.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { keepKey } from './key-queries.ts';

/** A little less than the five minutes of the server, so that the form is filled in before they are over. */
const FRESH_MS = 240_000;

interface StepUp {
  /** The field for the password; null while the sign-in is fresh. */
  readonly field: ReactNode;
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Asks for the password again if necessary, then sends. */
  readonly send: (onDone: (error: unknown) => void) => void;
}

/**
 * An action on the key that requires a fresh sign-in. What it sends is never kept, neither in the mutation cache nor
 * after the answer.
 */
export function useStepUp(act: () => Promise<ExchangeKey>): StepUp {
  const t = useText();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const signedIn = useQuery({ queryKey: ['signed-in-at'], queryFn: signedInAt, staleTime: 0, gcTime: 0 });
  const isOld = typeof signedIn.data === 'number' && Date.now() - signedIn.data > FRESH_MS;
  const isNeeded = isOld || isAskedFor;
  const sending = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      if (isNeeded) await reauthenticate(password);
      return act();
    },
    onSuccess: (key) => keepKey(queries, key),
    onError: (error) => setAskedFor(isApiError(error, 'STEP_UP_REQUIRED')),
    onSettled: () => {
      setPassword('');
      void signedIn.refetch();
    },
  });
  return {
    field: isNeeded ? (
      <PasswordField
        label={t('exchangeKey.password')}
        hint={t('exchangeKey.passwordHint', { minutes: STEP_UP_MINUTES })}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    ) : null,
    isReady: !signedIn.isPending && (!isNeeded || password !== ''),
    isPending: sending.isPending,
    // The password field already shows it.
    error: isApiError(sending.error, 'STEP_UP_REQUIRED') ? null : sending.error,
    send: (onDone) => sending.mutate(undefined, { onSettled: (_key, error) => onDone(error) }),
  };
}
