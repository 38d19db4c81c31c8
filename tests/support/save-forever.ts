import { rate } from '#base/exact.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { openMarketStore } from '#market/store/market-store.ts';
import { SAVED_LISTING, SAVED_PAGE, savedMinute, savedPage } from './saved-market.ts';

/**
 * A process that fills a market store and saves it again and again until it is killed: arguments are the folder and the
 * first page. It prints every saved page.
 */
const [folder = '', first = '0'] = process.argv.slice(2);
const store = await openMarketStore(folder, (line) => process.stderr.write(`${line}\n`));
await store.putListings([SAVED_LISTING], 'opening');
const { symbol } = SAVED_LISTING.instrument;
for (let page = Number(first); ; page += 1) {
  const from = savedMinute(page * SAVED_PAGE);
  const span = { from, to: later(from, SAVED_PAGE * MINUTE_MS) };
  store.putCandles(symbol, savedPage(page), 'answer');
  store.putFunding(symbol, span, [{ time: from, rate: rate(page) }]);
  await store.save();
  process.stdout.write(`${page}\n`);
}
