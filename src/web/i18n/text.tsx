import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { assert } from '#base/assert.ts';
import type { Messages, Plurals } from './en.ts';
import { type Language, storedLanguage, storeLanguage } from './language.ts';
import type { PluralForms } from './plural-forms.ts';

export type MessageKey = keyof Messages;
export type PluralKey = keyof Plurals;
export type Values = Readonly<Record<string, string | number>>;

/** One language whole. `messages` may hold `{name}` places; a plural holds the forms its language has, and `{count}`. */
export interface Catalogue {
  readonly messages: Readonly<Record<MessageKey, string>>;
  readonly plurals: Readonly<Record<PluralKey, PluralForms>>;
}

/** Looks a sentence up; `plural` also counts, and picks the form of the language. */
export interface Text {
  (key: MessageKey, values?: Values): string;
  plural(key: PluralKey, count: number, values?: Values): string;
  /** Whether a key made from an outside code has a sentence. */
  has(key: string): boolean;
  readonly language: Language;
}

interface Speech {
  readonly text: Text;
  readonly setLanguage: (language: Language) => void;
}

const SpeechContext = createContext<Speech | null>(null);

/** Fetches the catalogue of a language; English and Russian are separate files, so only one is loaded. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const loaded = language === 'ru' ? await import('./ru.ts') : await import('./en.ts');
  return { messages: loaded.messages, plurals: loaded.plurals };
}

export function makeText(language: Language, catalogue: Catalogue): Text {
  const rules = new Intl.PluralRules(language);
  const text = (key: MessageKey, values?: Values): string => fill(catalogue.messages[key], values);
  const plural = (key: PluralKey, count: number, values?: Values): string => {
    const forms = catalogue.plurals[key];
    return fill(forms[rules.select(count)] ?? forms.other, { count, ...values });
  };
  const has = (key: string): boolean => Object.hasOwn(catalogue.messages, key);
  return Object.assign(text, { plural, has, language });
}

function fill(sentence: string, values: Values | undefined): string {
  if (!values) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Gives the tree its language; a switch keeps the old words until the new catalogue is here. */
export function TextProvider(props: { initial: Text; children: ReactNode }) {
  const [text, setText] = useState<Text>(() => props.initial);
  useEffect(() => {
    document.documentElement.lang = text.language;
  }, [text]);
  const setLanguage = (language: Language) => {
    storeLanguage(language);
    void loadCatalogue(language).then((catalogue) => setText(() => makeText(language, catalogue)));
  };
  return <SpeechContext value={{ text, setLanguage }}>{props.children}</SpeechContext>;
}

function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  assert(speech !== null, 'a TextProvider stands above');
  return speech;
}

/** `const t = useText(); t('portfolio.create'); t.plural('bots', 3)`. */
export function useText(): Text {
  return useSpeech().text;
}

export function useLanguage(): { language: Language; setLanguage: (language: Language) => void } {
  const { text, setLanguage } = useSpeech();
  return { language: text.language, setLanguage };
}

/** The words of the stored language, for the first drawing. */
export async function firstText(): Promise<Text> {
  const language = storedLanguage();
  return makeText(language, await loadCatalogue(language));
}
