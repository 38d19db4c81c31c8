import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ladderRefusals, problems } from '#contract/problem.ts';
import { figureWords, noteTemplates } from '#engine/report/note-templates.ts';
import { messages as backtestEnglish, plurals as backtestEnglishPlurals } from './en/backtest.ts';
import { messages as workEnglish } from './en/bot-work.ts';
import { messages as keysEnglish } from './en/exchange-keys.ts';
import { messages as laterEnglish } from './en/later.ts';
import { messages as logsEnglish } from './en/logs.ts';
import { messages as movesEnglish, plurals as movesEnglishPlurals } from './en/market/moves.ts';
import { messages as marketEnglish } from './en/market.ts';
import { messages as accountEnglish } from './en/pages/exchange-account.ts';
import { messages as noticesEnglish } from './en/pages/notices.ts';
import { messages as ordersEnglish } from './en/pages/orders.ts';
import { messages as riskEnglish, plurals as riskEnglishPlurals } from './en/pages/risk.ts';
import { messages as screenerEnglish } from './en/pages/screener.ts';
import { messages as rulesEnglish } from './en/rules.ts';
import { messages as wholeEnglish, plurals as wholeEnglishPlurals } from './en.ts';
import { messages as backtestRussian, plurals as backtestRussianPlurals } from './ru/backtest.ts';
import { messages as workRussian } from './ru/bot-work.ts';
import { messages as keysRussian } from './ru/exchange-keys.ts';
import { messages as laterRussian } from './ru/later.ts';
import { messages as logsRussian } from './ru/logs.ts';
import { messages as movesRussian, plurals as movesRussianPlurals } from './ru/market/moves.ts';
import { messages as marketRussian } from './ru/market.ts';
import { messages as accountRussian } from './ru/pages/exchange-account.ts';
import { messages as noticesRussian } from './ru/pages/notices.ts';
import { messages as ordersRussian } from './ru/pages/orders.ts';
import { messages as riskRussian, plurals as riskRussianPlurals } from './ru/pages/risk.ts';
import { messages as screenerRussian } from './ru/pages/screener.ts';
import { messages as rulesRussian } from './ru/rules.ts';
import { messages as wholeRussian, plurals as wholeRussianPlurals } from './ru.ts';
import { makeText, textWith, wholeText } from './text.tsx';

/** The engine's own log sentences, which English shows unchanged. */
const notes: Readonly<Record<string, string>> = Object.fromEntries<string>([
  ...Object.entries(noteTemplates).map(([code, sentence]) => [`log.${code}`, sentence] as const),
  ...Object.entries(figureWords).map(([code, word]) => [`word.${code}`, word] as const),
]);
const english = {
  ...wholeEnglish,
  ...backtestEnglish,
  ...workEnglish,
  ...accountEnglish,
  ...keysEnglish,
  ...laterEnglish,
  ...logsEnglish,
  ...marketEnglish,
  ...noticesEnglish,
  ...ordersEnglish,
  ...movesEnglish,
  ...riskEnglish,
  ...rulesEnglish,
  ...screenerEnglish,
  ...notes,
};
const russian = {
  ...wholeRussian,
  ...backtestRussian,
  ...workRussian,
  ...accountRussian,
  ...keysRussian,
  ...laterRussian,
  ...logsRussian,
  ...marketRussian,
  ...noticesRussian,
  ...ordersRussian,
  ...movesRussian,
  ...riskRussian,
  ...rulesRussian,
  ...screenerRussian,
};

const englishPlurals = {
  ...wholeEnglishPlurals,
  ...backtestEnglishPlurals,
  ...movesEnglishPlurals,
  ...riskEnglishPlurals,
};
const russianPlurals = {
  ...wholeRussianPlurals,
  ...backtestRussianPlurals,
  ...movesRussianPlurals,
  ...riskRussianPlurals,
};

interface Term {
  readonly english: RegExp;
  readonly stems: readonly string[];
}

/** The terms of the translators' guide, longer ones first, so that "step order" is not taken for "step" and "order". */
function terms(): readonly Term[] {
  const rows = readFileSync('docs/how-to/translate.md', 'utf8').matchAll(/^\| ([a-z -]+) \| .+ \| (.+) \|$/gm);
  return [...rows]
    .filter(([, word = '-']) => !word.startsWith('-'))
    .sort(([, one = ''], [, other = '']) => other.length - one.length)
    .map(([, word = '', stems = '']) => ({
      english: new RegExp(`(?<![\\w-])${word.replace(/y$/, '(?:y|ies)')}s?(?![\\w-])`, 'gi'),
      stems: stems.split(', '),
    }));
}

const placeholdersOf = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('the message catalogues', () => {
  it('every language has the same keys', () => {
    expect(Object.keys(russian).sort()).toEqual(Object.keys(english).sort());
    expect(Object.keys(russianPlurals).sort()).toEqual(Object.keys(englishPlurals).sort());
  });

  it('no sentence is empty', () => {
    for (const [key, sentence] of [...Object.entries(english), ...Object.entries(russian)]) {
      expect(sentence.trim(), key).not.toBe('');
    }
  });

  it('a sentence has the same placeholders in every language', () => {
    for (const [key, sentence] of Object.entries(english)) {
      expect({ key, placeholders: placeholdersOf(russian[key as keyof typeof russian]) }).toEqual({
        key,
        placeholders: placeholdersOf(sentence),
      });
    }
  });

  it('each term has its one Russian word', () => {
    const all = terms();
    expect(all.length).toBeGreaterThan(40);
    const wrong = Object.entries(english).flatMap(([key, sentence]) => {
      const translated = russian[key as keyof typeof russian].toLowerCase();
      let rest = sentence.replaceAll(/\{\w+\}/g, ' ');
      return all.flatMap(({ english: term, stems }) => {
        const isUsed = rest.search(term) !== -1;
        rest = rest.replaceAll(term, ' ');
        return isUsed && !stems.some((stem) => translated.includes(stem)) ? [`${key}: ${sentence} | ${stems}`] : [];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('plurals use the forms of their language', () => {
    const text = makeText('ru', { messages: russian, plurals: russianPlurals });
    expect([1, 2, 5, 11, 21, 104].map((count) => text.plural('bots', count))).toEqual([
      '1 бот',
      '2 бота',
      '5 ботов',
      '11 ботов',
      '21 бот',
      '104 бота',
    ]);
  });

  it.each(['en', 'ru'] as const)('in %s the words of one page load with that page only', async (language) => {
    expect((await wholeText(language)).has('exchangeKey.title')).toBe(false);
    const text = await textWith('exchangeKeys', language);
    expect([text.has('exchangeKey.title'), text.has('account.title'), text.has('nav.account')]).toEqual([
      true,
      true,
      true,
    ]);
    for (const part of [
      backtestEnglish,
      workEnglish,
      accountEnglish,
      keysEnglish,
      laterEnglish,
      logsEnglish,
      marketEnglish,
    ]) {
      expect(Object.keys(wholeEnglish).filter((key) => Object.hasOwn(part, key))).toEqual([]);
    }
  });

  it('every code of the API has a sentence', () => {
    for (const code of Object.keys(problems)) expect(english, code).toHaveProperty([`problem.${code}`]);
  });

  it('every ladder refusal has a sentence', () => {
    for (const code of ladderRefusals) expect(english, code).toHaveProperty([`refusal.${code}`]);
  });
});

it('counted things are written as other numbers are, with a mark between thousands', () => {
  const english = makeText('en', { messages: {}, plurals: wholeEnglishPlurals });
  const russian = makeText('ru', { messages: {}, plurals: wholeRussianPlurals });
  expect(english.plural('bots', 3_356)).toBe('3,356 bots');
  expect(russian.plural('bots', 3_356)).toContain(russian.number('3356'));
  expect(russian.plural('bots', 3_356)).not.toContain('3356');
});
