import { keepText, keptText } from './kept-text.ts';

export type Language = 'en' | 'ru';

/** Every language under its own name. */
export const languageNames = { en: 'English', ru: 'Русский' } as const satisfies Record<Language, string>;

const KEY = 'botyard.language';

/** The language chosen before, else the browser's if supported, else English. */
export function storedLanguage(): Language {
  const stored = keptText(KEY);
  if (stored === 'en' || stored === 'ru') return stored;
  return navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}

/** The current language of the page, for drawings outside React. */
export function pageLanguage(): Language {
  return document.documentElement.lang === 'ru' ? 'ru' : 'en';
}

export function storeLanguage(language: Language): void {
  keepText(KEY, language);
}
