import { type FormEvent, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { PlainButton } from '#web/ui/form/plain-button.tsx';
import { PlainInput } from '#web/ui/form/plain-input.tsx';
import css from './login-page.module.css';
import { LoginProblem } from './login-problem.tsx';

interface LoginFormProps {
  /** Throws the sign-in library's error. */
  readonly signIn: (email: string, password: string) => Promise<void>;
}

/**
 * Email, password and one button. Nothing is checked here: the service answers, and its reason is shown and announced.
 */
export function LoginForm({ signIn }: LoginFormProps) {
  const t = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await signIn(email, password);
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css['form']} onSubmit={(event) => void submit(event)} noValidate>
      <LoginProblem error={error} />
      <PlainInput
        label={t('login.email')}
        name="email"
        type="text"
        inputMode="email"
        placeholder="Email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <PlainButton type="submit" isWide isBusy={isBusy}>
        {isBusy ? t('login.busy') : t('login.submit')}
      </PlainButton>
    </form>
  );
}
