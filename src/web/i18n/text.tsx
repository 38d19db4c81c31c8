import { createContext, type ReactNode, startTransition, use, useContext, useEffect, useState } from 'react';
import { assert } from '#base/assert.ts';
import { messages as enFirst } from './en/first.ts';
import type { Messages, Plurals } from './en.ts';
import { joined } from './joined.ts';
import { type Language, storeLanguage } from './language.ts';
import { type NumberLook, numberText } from './number-text.ts';
import type { PluralForms } from './plural-forms.ts';
import { messages as ruFirst } from './ru/first.ts';

export type MessageKey = keyof Messages;
export type PluralKey = keyof Plurals;
export type Values = Readonly<Record<string, string | number>>;

/** Looks a sentence up; `plural` also counts and picks the form of the language; `number` writes a decimal string. */
export interface Text {
  (key: MessageKey, values?: Values): string;
  plural(key: PluralKey, count: number, values?: Values): string;
  /** Exact at any size; see `numberText`. */
  number(decimal: string, look?: NumberLook): string;
  /** Whether a key built from an external code has a sentence. */
  has(key: string): boolean;
  readonly language: Language;
}

interface Speech {
  readonly text: Text;
  readonly setLanguage: (language: Language) => void;
}

const SpeechContext = createContext<Speech | null>(null);

/**
 * The loaded part of a language: on the login page only its own words. `messages` may contain `{name}` placeholders; a plural
 * has the forms of its language, with `{count}`.
 */
interface Loaded {
  readonly messages: Readonly<Partial<Record<MessageKey, string>>>;
  readonly plurals: Readonly<Partial<Record<PluralKey, PluralForms>>>;
}

/** What one page adds; most need no counted nouns of their own. */
type Part = Pick<Loaded, 'messages'> & Partial<Loaded>;

/** The words of the login, of both languages in the first script: a file of their own would cost a round of the line. */
const firstWords = { en: enFirst, ru: ruFirst } as const satisfies Record<Language, Loaded['messages']>;

const noForms: PluralForms = { other: '{count}' };

async function loadWhole(language: Language): Promise<Text> {
  const loaded = language === 'ru' ? await import('./ru.ts') : await import('./en.ts');
  return makeText(language, { messages: loaded.messages, plurals: loaded.plurals });
}

/** Words that are loaded once, and at hand from then on. */
interface Words {
  readonly loading: Promise<Text>;
  /** Null while they load. */
  text: Text | null;
}

const whole = new Map<Language, Words>();

/** Every word of a language; loaded once. */
export function wholeText(language: Language): Promise<Text> {
  return wordsOf(whole, language, () => loadWhole(language)).loading;
}

function wordsOf<Key>(known: Map<Key, Words>, key: Key, load: () => Promise<Text>): Words {
  const found = known.get(key);
  if (found) return found;
  const words: Words = { loading: load(), text: null };
  known.set(key, words);
  words.loading.then(
    (text) => {
      words.text = text;
    },
    () => {}, // Whoever waits for them is told.
  );
  return words;
}

export function makeText(language: Language, catalogue: Loaded): Text {
  const rules = new Intl.PluralRules(language);
  const text = (key: MessageKey, values?: Values): string => fill(catalogue.messages[key] ?? key, values);
  const number = (decimal: string, look?: NumberLook): string => numberText(decimal, language, look);
  const plural = (key: PluralKey, count: number, values?: Values): string => {
    const forms = catalogue.plurals[key] ?? noForms;
    return fill(forms[rules.select(count)] ?? forms.other, { count: number(String(count)), ...values });
  };
  const has = (key: string): boolean => Object.hasOwn(catalogue.messages, key);
  return Object.assign(text, { plural, number, has, language });
}

function fill(sentence: string, values: Values | undefined): string {
  if (!values) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** Provides the language. After a switch behind the login the old words stay until the new ones are loaded. */
export function TextProvider(props: { initial: Text; children: ReactNode }) {
  const [text, setText] = useState<Text>(() => props.initial);
  useEffect(() => {
    document.documentElement.lang = text.language;
  }, [text]);
  const setLanguage = (language: Language) => {
    storeLanguage(language);
    startTransition(() => setText(() => firstText(language)));
  };
  return <SpeechContext value={{ text, setLanguage }}>{props.children}</SpeechContext>;
}

/** Provides all words for the pages behind the login, and waits until they are loaded. */
export function WholeText({ children }: { children: ReactNode }) {
  const { text, setLanguage } = useSpeech();
  const words = wordsOf(whole, text.language, () => loadWhole(text.language));
  return <SpeechContext value={{ text: textOf(words), setLanguage }}>{children}</SpeechContext>;
}

/** Words at hand are not waited for: a page would first be drawn without its content, and stay so for a third of a second. */
function textOf({ text, loading }: Words): Text {
  return text ?? use(loading);
}

/** Words that only one page needs, kept out of the first load. */
const parts = {
  backtest: {
    en: () => import('./en/backtest.ts'),
    ru: () => import('./ru/backtest.ts'),
  },
  botWork: {
    en: () => import('./en/bot-work.ts'),
    ru: () => import('./ru/bot-work.ts'),
  },
  exchangeAccount: {
    en: () => import('./en/pages/exchange-account.ts'),
    ru: () => import('./ru/pages/exchange-account.ts'),
  },
  exchangeKeys: {
    en: () => import('./en/exchange-keys.ts'),
    ru: () => import('./ru/exchange-keys.ts'),
  },
  later: {
    en: () => import('./en/later.ts'),
    ru: () => import('./ru/later.ts'),
  },
  logs: {
    en: () => import('./en/logs.ts'),
    ru: () => import('./ru/logs.ts'),
  },
  market: {
    en: () => import('./en/market.ts'),
    ru: () => import('./ru/market.ts'),
  },
  notices: {
    en: () => import('./en/pages/notices.ts'),
    ru: () => import('./ru/pages/notices.ts'),
  },
  orders: {
    en: () => import('./en/pages/orders.ts'),
    ru: () => import('./ru/pages/orders.ts'),
  },
  moves: {
    en: () => import('./en/market/moves.ts'),
    ru: () => import('./ru/market/moves.ts'),
  },
  risk: {
    en: () => import('./en/pages/risk.ts'),
    ru: () => import('./ru/pages/risk.ts'),
  },
  rules: {
    en: () => import('./en/rules.ts'),
    ru: () => import('./ru/rules.ts'),
  },
  screener: {
    en: () => import('./en/pages/screener.ts'),
    ru: () => import('./ru/pages/screener.ts'),
  },
} as const satisfies Record<string, Record<Language, () => Promise<Part>>>;

export type WordPart = keyof typeof parts;

const loadedParts = new Map<string, Words>();

/** Every word of a language together with those of one part; loaded once. */
export function textWith(part: WordPart, language: Language): Promise<Text> {
  return wordsWith(part, language).loading;
}

function wordsWith(part: WordPart, language: Language): Words {
  return wordsOf(loadedParts, `${part} ${language}`, () => loadWith(part, language));
}

async function loadWith(part: WordPart, language: Language): Promise<Text> {
  const { messages, plurals } = language === 'ru' ? await import('./ru.ts') : await import('./en.ts');
  const added: Part = await parts[part][language]();
  return makeText(language, {
    messages: joined(messages, added.messages),
    plurals: joined(plurals, added.plurals ?? {}),
  });
}

/** Provides the words of a part as well, and waits until they are loaded. */
export function PartText({ part, children }: { part: WordPart; children: ReactNode }) {
  const { text, setLanguage } = useSpeech();
  return (
    <SpeechContext value={{ text: textOf(wordsWith(part, text.language)), setLanguage }}>{children}</SpeechContext>
  );
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

/** The words that the login needs. */
export function firstText(language: Language): Text {
  return makeText(language, { messages: firstWords[language], plurals: {} });
}
