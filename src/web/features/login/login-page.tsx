import { useLoaderData, useSearch } from '@tanstack/react-router';
import { Languages, Moon, Sun } from 'lucide-react';
import { pageAt } from '#contract/pages.ts';
import { fetchFilesOf } from '#web/api/early-files.ts';
import type { SettingsAnswer } from '#web/api/read-settings.ts';
import { signIn } from '#web/auth/session.ts';
import { languageNames } from '#web/i18n/language.ts';
import { useLanguage, useText } from '#web/i18n/text.tsx';
import { setScheme } from '#web/ui/appearance.ts';
import { QuietButton } from '#web/ui/form/quiet-button.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { useAppearance } from '#web/ui/use-appearance.ts';
import { Mark } from '#web/ui/values/mark.tsx';
import { pageName } from '#web/ui/words/page-name.ts';
import { LoginForm } from './login-form.tsx';
import css from './login-page.module.css';
import { LoginReach } from './login-reach.tsx';

const DEFAULT_TITLE = 'Botyard';

/** A centred card with the title of the product; language and theme can be switched before anybody signs in. */
export function LoginPage() {
  const t = useText();
  const search: { readonly from?: string; readonly ended?: string } = useSearch({ strict: false });
  const answer: SettingsAnswer | null = useLoaderData({ from: '/login' });
  const title = answer?.settings.title ?? DEFAULT_TITLE;
  const wanted = pageAt((search.from ?? '/').split(/[?#]/)[0] ?? '/');
  const signInForPage = (email: string, password: string) => {
    if (wanted !== null) fetchFilesOf(wanted.view); // They come while the sign-in service answers.
    return signIn(email, password);
  };
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
        <LoginForm signIn={signInForPage} />
        {wanted === null || wanted.path === '/' ? null : (
          <p className={css['return']}>
            {t('login.return')} <span>{pageName(wanted, t)}</span>.
          </p>
        )}
      </main>
      <footer className={css['foot']}>
        <LoginReach answer={answer} />
      </footer>
    </div>
  );
}

function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const other = language === 'en' ? 'ru' : 'en';
  return (
    <QuietButton lang={other} onClick={() => setLanguage(other)}>
      <Languages size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={css['otherLanguage']}>{languageNames[other]}</span>
    </QuietButton>
  );
}

function ThemeSwitch() {
  const t = useText();
  const { scheme } = useAppearance();
  const Icon = scheme === 'dark' ? Sun : Moon;
  return (
    <QuietButton aria-label={t('login.theme')} onClick={() => setScheme(scheme === 'dark' ? 'light' : 'dark')}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </QuietButton>
  );
}
