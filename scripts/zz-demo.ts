import { openReplayFeed } from '#adapters/feed-replay/replay-feed.ts';
import { cashFrom, cashText } from '#base/decimal.ts';
import { rate, ticks } from '#base/exact.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { openAccount } from '#engine/run/account.ts';
import { DEMO_PLAN } from '#runtime/demo-plan.ts';

const feed = await openReplayFeed();
const market = { instruments: feed.instruments, slippage: rate(50_000) };
const start = later(feed.startMinute, -30_240 * MINUTE_MS);
for (const pf of DEMO_PLAN) {
  const m0 = later(start, -MINUTE_MS);
  const account = openAccount(
    { wallet: cashFrom('10000'), limit: null, minute: m0, bots: [] },
    market,
    feed.minute(m0),
  );
  for (const b of pf.bots) {
    const params = ladderParams.parse(b.params);
    const i = feed.instruments.get(b.symbol)!;
    const v = { errors: [], warnings: [] };
    if (v.errors.length || v.warnings.length) console.log(b.name, JSON.stringify(v));
    const bot = newEngineBot({
      botId: b.name,
      symbols: [b.symbol],
      params,
      paramsVersion: 1,
      isEnterBuyEnabled: params.direction !== 'sell',
      isEnterSellEnabled: params.direction !== 'buy',
      stopLossPercent: params.stopLossPercent,
      takeProfitPercent: params.takeProfitPercent,
    });
    const o = account.command({ type: 'create', bot, autostart: true }, later(m0, 59_999));
    if (!o.ok) console.log(o);
  }
  const t = performance.now();
  const st = new Map<string, any>();
  let recs = 0;
  for (let k = 0; k < 30_240; k++)
    for (const r of account.advance(feed.minute(later(start, k * MINUTE_MS)))) {
      recs++;
      if (r.type === 'cycle' && r.cycle.endAt !== null) {
        const c = r.cycle;
        const s = st.get(r.botId) ?? { n: 0, win: 0, lose: 0, res: 0, reasons: {} };
        st.set(r.botId, s);
        const res = c.gross + c.funding - c.commission - c.liquidationFee;
        s.n++;
        s.res += res;
        res >= 0 ? s.win++ : s.lose++;
        s.reasons[c.closeReason!] = (s.reasons[c.closeReason!] ?? 0) + 1;
      }
    }
  console.log(pf.name, cashText(account.wallet()), 'ms', performance.now() - t, 'records', recs);
  for (const b of pf.bots) {
    const s = st.get(b.name);
    console.log(
      ' ',
      b.name,
      s && { ...s, res: s.res / 1e8 },
      account.bot(b.name)?.bot.state,
      account.bot(b.name)?.bot.stateReason,
      account.views(b.name).map((v) => `${v.direction} ${v.unrealized / 1e8}`),
      account.bot(b.name)?.bot.atoms.map((a) => a.phase + ' ' + (a.cycle?.levelsFilled ?? 0) + ' ' + a.blockedBy),
    );
  }
}
