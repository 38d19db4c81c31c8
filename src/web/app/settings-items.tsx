import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check, LogOut, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { languageNames } from '#web/i18n/language.ts';
import { useLanguage, useText } from '#web/i18n/text.tsx';
import { type SchemeChoice, setColours, setScheme, useAppearance } from '#web/ui/appearance.ts';
import { leave } from './leave.ts';

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Theme, colours, language, account and the way out; the rail and the phone's bar open the same list. */
export function SettingsItems() {
  const t = useText();
  const { choice, colours } = useAppearance();
  const { language, setLanguage } = useLanguage();
  return (
    <>
      <Menu.Label>{t('settings.theme')}</Menu.Label>
      {(['dark', 'light', 'auto'] as const satisfies SchemeChoice[]).map((scheme) => (
        <Choice key={scheme} isOn={choice === scheme} onClick={() => setScheme(scheme)}>
          {t(`settings.${scheme}`)}
        </Choice>
      ))}
      <Menu.Divider />
      <Choice isOn={colours === 'safe'} onClick={() => setColours(colours === 'safe' ? 'usual' : 'safe')}>
        {t('settings.colours')}
      </Choice>
      <Menu.Label>{t('settings.language')}</Menu.Label>
      {(['en', 'ru'] as const).map((one) => (
        <Choice key={one} isOn={language === one} onClick={() => setLanguage(one)}>
          <span lang={one}>{languageNames[one]}</span>
        </Choice>
      ))}
      <Menu.Divider />
      <Menu.Item component={Link} to="/account" closeMenuOnClick leftSection={<UserRound {...icon} />}>
        {t('nav.account')}
      </Menu.Item>
      <Menu.Item leftSection={<LogOut {...icon} />} onClick={() => void leave()}>
        {t('settings.signOut')}
      </Menu.Item>
    </>
  );
}

interface ChoiceProps {
  readonly isOn: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Choice({ isOn, onClick, children }: ChoiceProps) {
  const mark = isOn ? <Check {...icon} /> : <span style={{ display: 'inline-block', width: icon.size }} />;
  return (
    <Menu.Item role="menuitemcheckbox" aria-checked={isOn} leftSection={mark} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
