import { randomCase, engineMinutes } from './random-case.ts';
import { cashFrom } from '#base/decimal.ts';
import { openAccount } from '#engine/run/account.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { marketOf, START } from '../support/market.ts';
const [seed, from, to, filter] = [Number(process.argv[2]), Number(process.argv[3]), Number(process.argv[4]), process.argv[5]];
const input = randomCase(seed);
for (const b of input.bots) console.log(b.botId, b.instrument.symbol, JSON.stringify(b.params));
console.log(input.wallet, input.limit, input.slippage);
const account = openAccount({ wallet: cashFrom(input.wallet), limit: input.limit===null?null:cashFrom(input.limit), minute: null, bots: [] }, marketOf(input.bots.map(b=>b.instrument), input.slippage));
for (const { botId, instrument, params } of input.bots) account.command({type:'create',autostart:true,bot:newEngineBot({botId,symbols:[instrument.symbol],params,paramsVersion:1,isEnterBuyEnabled:params.direction!=='sell',isEnterSellEnabled:params.direction!=='buy',stopLossPercent:params.stopLossPercent,takeProfitPercent:params.takeProfitPercent})}, START-1);
for (const m of engineMinutes(input)) { const rs = account.advance(m);
 if (m.time>=from && m.time<=to) { console.log('==',m.time, input.bots.map(b=>JSON.stringify(m.candle(b.instrument.symbol))+m.funding(b.instrument.symbol)).join(' '), 'wallet', account.wallet(), 'committed', account.committed());
 for (const r of rs) { if (filter && !JSON.stringify(r).includes(filter)) continue; if (r.type==='note') console.log(r.at, r.botId, r.direction, r.code, JSON.stringify(r.figures)); if (r.type==='trade') console.log(r.at,'TRADE',r.botId,r.direction,r.role,r.level,r.quantity,r.price); if (r.type==='cycle') console.log('cycle',r.botId,r.direction,r.cycle.seq,r.cycle.state,'committed',r.cycle.committedMargin,'iso',r.cycle.isolatedWallet,'pos',JSON.stringify(r.cycle.position)); if (r.type==='order') console.log('order',r.botId,r.direction,r.order.role,r.order.level,r.state,r.order.price??r.order.triggerPrice,r.order.quantity,r.order.filled); } }
}
