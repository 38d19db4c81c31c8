import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { cash, steps, ticks } from '#base/exact.ts';
import { ETH, marketOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  afterMinutes,
  firstAtom,
  flat,
  laterMinutes,
  openCycleOf,
  rolesOf,
  runMinutes,
  storedAfter,
} from '../../../tests/support/small-account.ts';
import { contextOf } from '../account/atoms/context-of.ts';
import { transition } from '../bots/ladder/atom.ts';
import type { Instrument } from '../model/instrument.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';

/** 200 at 2,000.00 and three steps of 200 one percent apart. The exchange may narrow its limits while a bot runs. */
const LADDER: LadderParamsInput = { baseOrderSize: '200', safetyOrdersCount: 3, stepPercent: '1', leverage: 10 };
const opened = (changes: Partial<Instrument>, ladder = LADDER) =>
  storedAfter(botCommand(ladder), [flat(200_000), flat(200_000)], marketOf([{ ...ETH, ...changes }]));

describe('a running bot whose instrument has lowered its order limits', () => {
  it('opens no cycle with a base order above the largest market order', () => {
    expect(firstAtom(opened({ marketQuantityMax: steps(99) }))).toMatchObject({
      cycle: null,
      blockedBy: 'LADDER_REFUSED',
    });
    expect(openCycleOf(opened({ marketQuantityMax: steps(100) }))).not.toBeNull();
  });

  it('skips a step above the largest order, and logs it', () => {
    // The steps are for 0.101, 0.102 and 0.103.
    const account = opened({ quantityMax: steps(102) });
    expect(
      openCycleOf(account)
        ?.orders.filter(({ role }) => role === 'safety')
        .map(({ level }) => level),
    ).toEqual([1, 2]);
  });

  it('holds steps back while the order limit of the instrument is reached, and places them when an order fills', () => {
    const account = opened({ ordersMax: 3 });
    expect(rolesOf(account)).toEqual(['take_profit', 'safety', 'safety']);
    const levels = () => openCycleOf(account)?.orders.flatMap(({ role, level }) => (role === 'safety' ? [level] : []));
    expect(levels()).toEqual([1, 2]);
    runMinutes(account, laterMinutes(2, [[200_000, 200_000, 197_500, 197_500]]));
    expect(levels()).toEqual([2, 3]);
  });

  it('gives each direction half of the order limit of the instrument', () => {
    const account = opened({ ordersMax: 6 }, { ...LADDER, direction: 'both' });
    for (const { cycle } of account.bot('bot')?.bot.atoms ?? []) expect(cycle?.orders).toHaveLength(3);
  });
});

it('a base order is refused when its ladder commits more margin than is left, and the atom logs why', () => {
  const { bot } = botCommand(LADDER);
  const context = contextOf(bot, ETH);
  const [idle] = bot.atoms;
  if (idle === undefined) throw new Error('the bot has an atom');
  const price = ticks(200_000);
  const enter = (marginLeft: ReturnType<typeof cash>) =>
    transition({ ...idle, mode: 'running' }, { type: 'EntryGranted', at: afterMinutes(1), price, marginLeft }, context);
  const needed = enter(cashFrom('1000')).state.cycle?.committedMargin ?? cash(0);
  expect(enter(needed).effects.map(({ type }) => type)).toContain('PlaceOrder');
  const short = enter(cash(needed - 1));
  expect(short.state).toMatchObject({ cycle: null, blockedBy: 'INSUFFICIENT_MARGIN' });
  expect(short.effects.map(({ type }) => type)).not.toContain('PlaceOrder');
});
