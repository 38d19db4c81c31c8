import { expect, it } from 'vitest';
import { cash, steps, ticks } from '#base/exact.ts';
import { ETH } from '../../../../tests/support/market.ts';
import { botCommand } from '../../../../tests/support/random-account.ts';
import { afterMinutes } from '../../../../tests/support/small-account.ts';
import { contextOf } from '../../account/atoms/context-of.ts';
import type { AtomEvent, AtomState } from '../../model/atom.ts';
import { COST_MAX } from '../../risk/ladder/filled-ladder.ts';
import { transition } from './atom.ts';

const { bot } = botCommand({ baseOrderSize: '200', safetyOrdersCount: 2, stepPercent: '1', stopLossPercent: '10' });
const context = contextOf(bot, ETH);

/** The atom after its base order of 0.100 has filled in these parts, as an exchange may fill a market order. */
function filledIn(parts: readonly (readonly [quantity: number, price: number])[]): AtomState {
  const [idle] = bot.atoms;
  if (idle === undefined) throw new Error('the bot has an atom');
  const at = afterMinutes(1);
  const events: AtomEvent[] = [
    { type: 'EntryGranted', at, price: ticks(200_000), marginLeft: cash(COST_MAX) },
    ...parts.map(([quantity, price]): AtomEvent => {
      const fill = { quantity: steps(quantity), price: ticks(price), commission: cash(0), isMaker: false };
      return { type: 'OrderFilled', at, order: 1, ...fill };
    }),
  ];
  return events.reduce<AtomState>((state, event) => transition(state, event, context).state, {
    ...idle,
    mode: 'running',
  });
}

const pricesOf = ({ cycle }: AtomState) =>
  cycle?.orders.flatMap(({ role, price, triggerPrice }) => (role === 'take_profit' ? [] : [price ?? triggerPrice]));

it('a ladder is measured from the average price of a base order that fills in parts', () => {
  // (60 · 2,000.00 + 40 · 2,010.00) / 100 = 2,004.00; the stop 10 % below it, the steps 1 % and 2 %.
  const state = filledIn([
    [60, 200_000],
    [40, 201_000],
  ]);
  expect(state.cycle?.basePrice).toBe(200_400);
  expect(pricesOf(state)).toEqual([180_360, 198_396, 196_392]);
});

it('an average between two ticks is rounded to the nearer one, half up', () => {
  expect(
    filledIn([
      [50, 200_000],
      [50, 200_001],
    ]).cycle?.basePrice,
  ).toBe(200_001);
  expect(
    filledIn([
      [51, 200_000],
      [49, 200_001],
    ]).cycle?.basePrice,
  ).toBe(200_000);
});

it('no step rests before the base order is filled, so none moves with the average', () => {
  const state = filledIn([[60, 200_000]]);
  expect(state.cycle?.orders.map(({ role }) => role)).not.toContain('safety');
});
