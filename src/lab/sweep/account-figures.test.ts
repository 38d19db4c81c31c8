import { expect, it } from 'vitest';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { figureNames, figuresAt } from '#engine/sweep/figures.ts';
import { sweepPlan } from '#engine/sweep/plan.ts';
import { ETH } from '../../../tests/support/market.ts';
import { randomHistory } from '../../../tests/support/random-history.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { sweepLadder } from '../../../tests/support/sweep-ladder.ts';
import { gridSets, parseGrid } from '../grid/parameter-grid.ts';
import { accountFigures } from './account-figures.ts';

const MINUTES = 1_440;
const SEED = SEED_OF_RUN;

it(`the account gives a parameter set the row that the kernel gives it, seed ${SEED}`, () => {
  const account = { wallet: cashFrom('10000'), slippage: rateFrom('0.0005') };
  const sets = gridSets(
    { baseOrderSize: '100', safetyOrdersCount: 3 },
    parseGrid('take_profit_percent=0.3,1.1;step_percent=0.2,0.8;direction=buy,sell,both'),
  );
  const { symbols } = randomHistory(chance(SEED), [{ symbol: 'ETHUSDT', start: 200_000 }], MINUTES);
  const history = symbols.get('ETHUSDT');
  if (history === undefined) throw new Error('the history has the symbol');
  for (const params of sets) {
    const row = new Float64Array(figureNames.length);
    sweepLadder(history, sweepPlan(params, ETH, account), 0, MINUTES, row, 0);
    const swept = figuresAt(row, 0);
    const figures = accountFigures({ history, to: MINUTES, instrument: ETH, account, params });
    expect(figures).toEqual(figureNames.map((name) => swept[name]));
    expect(swept.fills).toBeGreaterThan(0);
  }
});
