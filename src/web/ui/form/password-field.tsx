import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import css from './password-field.module.css';
import { PlainInput } from './plain-input.tsx';
import { QuietButton } from './quiet-button.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  /** `off` for a secret that is not a password of this page. */
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hint?: string;
}

/** Masked, with a button to reveal it and a hint when Caps Lock is on. */
export function PasswordField({ label, name, autoComplete, value, onChange, hint }: PasswordFieldProps) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  const [isCaps, setCaps] = useState(false);
  const onKey = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div>
      <PlainInput
        label={label}
        hint={hint}
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKey}
        onKeyUp={onKey}
        onBlur={() => setCaps(false)}
        inside={
          <QuietButton
            aria-label={isShown ? t('login.hide') : t('login.show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </QuietButton>
        }
      />
      <div className={css['caps']} role="status">
        {isCaps ? (
          <>
            <ArrowBigUpDash size={14} strokeWidth={1.75} aria-hidden="true" />
            {t('login.caps')}
          </>
        ) : null}
      </div>
    </div>
  );
}
