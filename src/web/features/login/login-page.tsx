import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Languages, Moon, Sun } from 'lucide-react';
import { settingsQuery } from '#web/api/system-queries.ts';
import { signIn } from '#web/auth/session.ts';
import { languageNames } from '#web/i18n/language.ts';
import { useLanguage, useText } from '#web/i18n/text.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Note } from '#web/ui/note.tsx';
import { LoginForm } from './login-form.tsx';
import css from './login-page.module.css';
import { LoginReach } from './login-reach.tsx';
import { placeName } from './place-name.ts';

const DEFAULT_TITLE = 'Botyard';

/** A centred card with the title of the product; language and theme can be switched before anybody signs in. */
export function LoginPage() {
  const t = useText();
  const search: { readonly from?: string; readonly ended?: string } = useSearch({ strict: false });
  const settings = useQuery(settingsQuery);
  const title = settings.data?.title ?? DEFAULT_TITLE;
  const place = search.from === undefined ? null : placeName(search.from, t);
  return (
    <div className={css['page']}>
      <title>{title}</title>
      <div className={css['switches']}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <main className={css['card']}>
        <div className={css['brand']}>
          <Mark size={34} />
          <h1>{title}</h1>
        </div>
        {search.ended === undefined ? null : <Note tone="info" title={t('login.ended')} />}
        <LoginForm signIn={signIn} />
        {place === null ? null : (
          <p className={css['return']}>
            {t('login.return')} <span>{place}</span>.
          </p>
        )}
      </main>
      <footer className={css['foot']}>
        <LoginReach settings={settings} />
      </footer>
    </div>
  );
}

function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const other = language === 'en' ? 'ru' : 'en';
  return (
    <Button
      variant="subtle"
      className={css['switch']}
      leftSection={<Languages size={16} strokeWidth={1.75} aria-hidden="true" />}
      lang={other}
      onClick={() => setLanguage(other)}
    >
      {languageNames[other]}
    </Button>
  );
}

function ThemeSwitch() {
  const t = useText();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('dark');
  const Icon = scheme === 'dark' ? Sun : Moon;
  return (
    <ActionIcon
      variant="subtle"
      className={css['switch']}
      aria-label={t('login.theme')}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
