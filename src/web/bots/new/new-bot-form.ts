import { PAPER_WALLET_USDT } from '#contract/limits.ts';
import type { Text } from '#web/i18n/text.tsx';
import { unsendable } from '#web/ui/form/decimal/number-problem.ts';
import type { BotSource } from './bot-sources.ts';

/** In place of a portfolio's id: one is created with the bot. */
export const NEW = 'new';

export interface NewBotForm {
  readonly sourceId: string;
  readonly name: string;
  /** A portfolio id, or `NEW`. */
  readonly portfolioId: string;
  readonly newPortfolio: string;
  /** The paper wallet of a new portfolio, USDT. */
  readonly balance: string;
  readonly symbols: readonly string[];
  readonly isStarted: boolean;
}

/** The form with a source chosen: the one asked for, or the first. */
export function firstForm(sources: readonly BotSource[], portfolioId: string, sourceId = ''): NewBotForm {
  const empty = { sourceId: '', name: '', symbols: [], newPortfolio: '', balance: PAPER_WALLET_USDT };
  const form = { ...empty, portfolioId, isStarted: true };
  const first = sources.find(({ id }) => id === sourceId) ?? sources[0];
  return first === undefined ? form : withSource(form, first);
}

/** Another source brings its own name and symbols; symbols stay when it has none. */
export function withSource(form: NewBotForm, source: BotSource): NewBotForm {
  const symbols = source.symbols.length === 0 ? form.symbols : source.symbols;
  return { ...form, sourceId: source.id, name: source.name, symbols };
}

interface MissingOptions {
  /** A new portfolio of a live kind has no wallet of its own. */
  readonly isLive: boolean;
  readonly t: Text;
}

/** What has to be filled in before the bot can be created; null when nothing is missing. */
export function missingIn(form: NewBotForm, source: BotSource | null, { isLive, t }: MissingOptions): string | null {
  if (source === null) return t('newBot.noSource');
  if (form.name.trim() === '') return t('newBot.noName');
  if (form.symbols.length === 0) return t('newBot.noSymbols');
  const isNew = form.portfolioId === NEW;
  if (isNew && form.newPortfolio.trim() === '') return t('newBot.noPortfolio');
  if (!isNew || isLive) return null;
  return form.balance === '' ? t('newBot.noBalance') : unsendable(form.balance, t);
}
