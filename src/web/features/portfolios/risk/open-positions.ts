import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { multiplyDecimals } from '#web/ui/values/decimal-product.ts';
import { roundDecimal, signOfText } from '#web/ui/values/format.ts';

/** The position of one open cycle, with the bot that holds it. */
export interface OpenPosition {
  readonly bot: Bot;
  readonly atom: Atom;
  /** Quantity times mark, USDT, above zero; null while the position has no mark. */
  readonly notional: string | null;
}

const CASH_DECIMALS = 8;

/** Every position that the bots hold now. */
export function openPositions(bots: readonly Bot[]): readonly OpenPosition[] {
  return bots.flatMap((bot) =>
    bot.atoms
      .filter((atom) => signOfText(atom.quantity) > 0)
      .map((atom) => ({ bot, atom, notional: notionalOf(atom) })),
  );
}

function notionalOf({ quantity, mark }: Atom): string | null {
  return mark === null ? null : roundDecimal(multiplyDecimals(quantity, mark), CASH_DECIMALS);
}
