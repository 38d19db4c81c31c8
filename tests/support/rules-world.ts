import { ruleStrategy } from '#engine/bots/registry.ts';
import { ANN, expectStatus, newBot, newPortfolio, newStrategy, type World } from './api-world.ts';
import { until } from './until.ts';

const ALWAYS = { trigger: 'level', op: 'gt', a: { price: 'close' }, b: { const: '1' } };
/** A strategy of rules that is soon in a position again after each small gain, in API format. */
const RULES = {
  ...{ symbols: ['ETHUSDT'], timeframe: '5m', sizing: { type: 'fixed_notional', value: '200' }, cooldown_s: 300 },
  buy: { enter: ALWAYS, take_profit_percent: '0.15' },
};
const TRADED_MINUTES = 240;

/** The same server, with a bot of rules that has traded for some hours, and everything else of its kind. */
export async function rulesWorld({ server }: Pick<World, 'server'>): Promise<World> {
  const { kind } = ruleStrategy;
  const get = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
  const portfolio = await newPortfolio(server, kind);
  const ofKind = { kind, params: RULES };
  const bot = await newBot({ server, emptyId: portfolio.portfolio_id, ...ofKind }, { autostart: true });
  await server.step(TRADED_MINUTES);
  const ended = async () => (await get(`/api/${kind}/get-net-cycles?bot_id=${bot.bot_id}`)).items.length;
  await until(async () => (await ended()) > 0, 'an ended cycle of the rules');
  const cycleId: string = (await get(`/api/${kind}/get-cycles?bot_id=${bot.bot_id}`)).items.at(-1).cycle_id;
  const orders = await get(`/api/${kind}/get-orders?cycle_id=${cycleId}`);
  return {
    server,
    ...ofKind,
    portfolioId: portfolio.portfolio_id,
    portfolioName: portfolio.name,
    botId: bot.bot_id,
    botName: bot.name,
    executorId: bot.strategy_executor_id,
    strategyId: (await newStrategy(server, ofKind)).strategy_id,
    cycleId,
    orderId: orders.items[0].order_id,
    emptyId: (await newPortfolio(server, kind)).portfolio_id,
  };
}
