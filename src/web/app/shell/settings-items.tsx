import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Bell, LogOut, UserRound } from 'lucide-react';
import { languageNames } from '#web/i18n/language.ts';
import { useLanguage, useText } from '#web/i18n/text.tsx';
import { setColours, setScheme } from '#web/ui/appearance.ts';
import { useAppearance } from '#web/ui/use-appearance.ts';
import { signOutByUser } from '../sign-out-by-user.ts';

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Theme, colours, language, account and logout; the rail and the phone's bottom navigation open the same list. */
export function SettingsItems() {
  const t = useText();
  const { choice, colours } = useAppearance();
  const { language, setLanguage } = useLanguage();
  return (
    <>
      <Menu.Label>{t('settings.theme')}</Menu.Label>
      <Menu.RadioGroup value={choice}>
        {(['dark', 'light', 'auto'] as const).map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme} onClick={() => setScheme(scheme)}>
            {t(`settings.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.CheckboxItem checked={colours === 'safe'} onChange={(isSafe) => setColours(isSafe ? 'safe' : 'usual')}>
        {t('settings.colours')}
      </Menu.CheckboxItem>
      <Menu.Divider />
      <Menu.Label>{t('settings.language')}</Menu.Label>
      <Menu.RadioGroup value={language}>
        {(['en', 'ru'] as const).map((one) => (
          <Menu.RadioItem key={one} value={one} lang={one} onClick={() => setLanguage(one)}>
            {languageNames[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item component={Link} to="/notifications" closeMenuOnClick leftSection={<Bell {...icon} />}>
        {t('nav.notices')}
      </Menu.Item>
      <Menu.Item component={Link} to="/account" closeMenuOnClick leftSection={<UserRound {...icon} />}>
        {t('nav.account')}
      </Menu.Item>
      <Menu.Item leftSection={<LogOut {...icon} />} onClick={() => void signOutByUser()}>
        {t('settings.signOut')}
      </Menu.Item>
    </>
  );
}
