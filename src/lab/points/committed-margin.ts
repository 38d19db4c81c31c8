import { assert } from '#base/assert.ts';
import { type Cash, sum, type Ticks } from '#base/exact.ts';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { committedMargin } from '#engine/risk/ladder/filled-ladder.ts';

interface Committing {
  readonly kind: BotKind;
  readonly params: BotParams;
  readonly markets: readonly { readonly instrument: Instrument; readonly price: Ticks }[];
}

/**
 * What a bot commits with all its ladders at these prices: the margin M of the full ladder of each symbol and direction,
 * as many of the largest as may be open at once. Null for rules, whose sizes depend on the capital.
 */
export function committedAtOnce({ kind, params, markets }: Committing): Cash | null {
  if (kind === ruleStrategy.kind) return null;
  const family = familyOf(kind);
  const ladder = family.ladderOf(params);
  const margins = markets.flatMap(({ instrument, price }) =>
    family.directionsOf(params).map((direction) => committedMargin({ ladder, instrument, direction }, price)),
  );
  const most = ladder.maxOpenCycles ?? margins.length;
  assert(most > 0, 'a bot may open a cycle');
  return sum(margins.toSorted((one, other) => other - one).slice(0, most));
}
