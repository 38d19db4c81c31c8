import { expect, it } from 'vitest';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { fitsSearch as fitsBot } from '../bots/bot-rows.ts';
import { fitsSearch } from './market-rows.ts';

it('the market and the bots are found by letters of full width and by separate accents', () => {
  const row = { symbol: 'BTCUSDT', sector: 'caf\u00e9' } as Parameters<typeof fitsSearch>[0]; // A search reads nothing else.
  expect(['\uff42tc', 'cafe\u0301', '\uff45th'].map((typed) => fitsSearch(row, typed))).toEqual([true, true, false]);
  const bot = paperBot({ botId: 'a', name: 'Grid \uff21' });
  expect([' grid a', '\uff47rid', 'grid b'].map((typed) => fitsBot(bot, typed))).toEqual([true, true, false]);
});
