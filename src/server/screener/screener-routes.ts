import { getFutures } from '#contract/screener/get-futures.ts';
import { coinOf } from '#market/coins/coin-of.ts';
import { listAssetNotes } from '#storage/asset-notes.ts';
import { countBotsBySymbol } from '#storage/screener/bots-by-symbol.ts';
import { marketNow } from '../http/context.ts';
import { type Route, route } from '../http/route.ts';
import { timeText } from '../http/text.ts';
import { columnChoices } from './column-choices.ts';
import { agesOf, presentScreenedRow } from './present-screener.ts';
import { ruleOnMarket } from './rule-cells.ts';
import { screenRows } from './screen-rows.ts';
import { screenedRows } from './screened-rows.ts';
import { chosenRule, screenRuleRoute } from './screened-rule.ts';

/** The market in one table, with what the caller keeps on its contracts. */
export function screenerRoutes(): Route[] {
  return [
    screenRuleRoute(),
    route(getFutures, async ({ body, caller, services, read }) => {
      const chosen = body.rule === undefined ? null : await chosenRule({ caller, read }, body.rule);
      const rule = chosen === null ? 'NO_RULE' : ruleOnMarket(services.rules.known(chosen.request));
      const [snapshot, contracts, own] = await Promise.all([
        services.screener.latest(),
        services.market.contracts(),
        read(async (tx) => {
          const [notes, bots] = await Promise.all([
            listAssetNotes(tx, caller.userId),
            countBotsBySymbol(tx, caller.userId),
          ]);
          return { notes, bots };
        }),
      ]);
      const now = marketNow(services.runtime);
      const names = new Set(contracts.map(({ listing }) => coinOf(listing.instrument.baseAsset).coin));
      const coins = await services.coins.sizes([...names]);
      const all = screenedRows({ ...own, contracts, snapshot, rule, coins, notional: Number(body.notional), now });
      const { rows, funnel } = screenRows(all, body);
      const { offset, limit } = body;
      return {
        items: rows.slice(offset, offset + limit).map((row) => presentScreenedRow(row, body.columns)),
        ...{ total: rows.length, listed: all.length, offset, limit, funnel: [...funnel] },
        choices: body.choicesOf === undefined ? [] : columnChoices(all, body.choicesOf),
        ages: agesOf(all, { coins, notes: own.notes }),
        presentAt: timeText(now),
      };
    }),
  ];
}
