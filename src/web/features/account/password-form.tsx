import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PASSWORD_LENGTH_MIN } from '#base/typed/password-length.ts';
import { changePassword } from '#web/auth/session.ts';
import { authCodeOf } from '#web/i18n/auth-error.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './account-page.module.css';

/** The service checks the current password and the rules for the new one; its reason is shown here. */
export function PasswordForm({ email }: { readonly email: string }) {
  const t = useText();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => changePassword(present, next),
    onSuccess: () => {
      toast(t('account.changed'));
      setPresent('');
      setNext('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      {/* Tells password managers whose password changes. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('account.present')}
        name="present"
        autoComplete="current-password"
        value={present}
        onChange={setPresent}
      />
      <PasswordField
        label={t('account.next')}
        hint={t('account.nextHint', { count: PASSWORD_LENGTH_MIN })}
        name="next"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
      />
      {change.error ? <Refusal error={change.error} /> : null}
      <Button type="submit" variant="filled" disabled={change.isPending}>
        {t('account.change')}
      </Button>
    </form>
  );
}

/** The service tells a wrong password as it does at the login, where it may also be the email. */
const WRONG = new Set(['auth/wrong-password', 'auth/invalid-credential']);

function Refusal({ error }: { error: unknown }) {
  const t = useText();
  if (!WRONG.has(authCodeOf(error))) return <ProblemNote error={error} />;
  return <Note tone="danger" title={t('account.presentWrong')} />;
}
