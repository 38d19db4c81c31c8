import { describe, expect, it } from 'vitest';
import { ladderRefusals, problems } from '#contract/problem.ts';
import { documentSentences } from '#ports/documents.ts';
import type { ClientErrorCode } from './client-error-code.ts';
import { messages as backtestEnglish } from './en/backtest.ts';
import { messages as keysEnglish } from './en/exchange-keys.ts';
import { messages as marketEnglish } from './en/market.ts';
import { messages as ordersEnglish } from './en/pages/orders.ts';
import { messages as english } from './en.ts';
import { messages as backtestRussian } from './ru/backtest.ts';
import { messages as keysRussian } from './ru/exchange-keys.ts';
import { messages as marketRussian } from './ru/market.ts';
import { messages as ordersRussian } from './ru/pages/orders.ts';
import { messages as russian } from './ru.ts';

type Sentences = Readonly<Record<string, string>>;
const en: Sentences = { ...english, ...backtestEnglish, ...keysEnglish, ...marketEnglish, ...ordersEnglish };
const ru: Sentences = { ...russian, ...backtestRussian, ...keysRussian, ...marketRussian, ...ordersRussian };
const languages = { en, ru };

/** The failures of the HTTP client, by the kinds that the specification names. */
const CLIENT_KINDS: Readonly<Record<ClientErrorCode, string>> = {
  NETWORK: 'network error',
  TIMEOUT: 'timeout',
  BAD_REQUEST: 'bad request',
  BAD_RESPONSE: 'bad response',
  CANCELLED: 'cancelled',
};

/** Every code with the key of its sentence; those of the sign-in service are in auth-errors.test.ts. */
const codes: readonly (readonly [code: string, key: string])[] = [
  ...Object.keys(CLIENT_KINDS).map((code) => [code, `problem.${code}`] as const),
  ...Object.keys(problems).map((code) => [code, `problem.${code}`] as const),
  ...ladderRefusals.map((code) => [code, `refusal.${code}`] as const),
  ...Object.keys(documentSentences).map((code) => [`document ${code}`, `exchangeKey.failure.${code}`] as const),
];

describe('the sentence of a code', () => {
  it.each(codes)('%s is a sentence of its own in both languages', (_code, key) => {
    expect(en[key]).toMatch(/^[A-Z{].*\S{2}/);
    expect(ru[key]).toMatch(/[а-яё]{3}/i);
  });

  it.each(['en', 'ru'] as const)('is shared by no two codes in %s', (language) => {
    const byText = Map.groupBy(codes, ([, key]) => languages[language][key]);
    const shared = [...byText.values()].filter((group) => new Set(group.map(([, key]) => key)).size > 1);
    expect(shared).toEqual([]);
  });

  it.each(Object.entries(documentSentences))('%s of the key document reads as it was specified', (code, sentence) => {
    expect(en[`exchangeKey.failure.${code}`]).toBe(sentence);
  });
});
