import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveStore } from '#web/api/live/live-store.ts';
import type { BackFillRow, MarketRow, StoredHistory } from '#web/api/market/market-queries.ts';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { hearLive } from '../../../../tests/support/hear-live.ts';
import { ExchangeNote } from './exchange-note.tsx';
import { HistoryCard } from './history/history-card.tsx';
import { JobsCard } from './history/jobs-card.tsx';
import { LeftOutNote, type UnusedRow } from './left-out-note.tsx';
import { Contracts } from './market-page.tsx';
import { KeyPrice } from './symbol/signed-price.tsx';
import { SymbolChart } from './symbol/symbol-chart.tsx';

const ETH: MarketRow = {
  symbol: 'ETHUSDT',
  baseAsset: 'ETH',
  status: 'TRADING',
  sector: 'Layer-1',
  listedAt: '2025-04-04T00:00:00.000Z',
  tickSize: '0.01',
  lastPrice: '2573.72',
  changePercent: '-1.50',
  highPrice: '2600.00',
  lowPrice: '2400.10',
  turnover: '9599612345',
  tickerAt: '2025-05-26T05:33:00.000Z',
  markPrice: '2573.7',
  indexPrice: '2573.68',
  fundingPercent: '0.008',
  nextFundingAt: '2025-05-26T08:00:00.000Z',
  fundingHours: 8,
  oldestMinute: '2025-04-25T00:00:00.000Z',
  newestMinute: '2025-05-26T05:31:00.000Z',
  coveredPercent: 100,
};
const BARE: MarketRow = {
  ...ETH,
  symbol: 'WAVESUSDT',
  baseAsset: 'WAVES',
  status: 'HALTED',
  ...{ lastPrice: null, changePercent: null, highPrice: null, lowPrice: null, turnover: null, tickerAt: null },
  ...{ markPrice: null, indexPrice: null, fundingPercent: null, nextFundingAt: null },
  ...{ oldestMinute: null, newestMinute: null, coveredPercent: 0 },
};
const HISTORY: StoredHistory = {
  symbol: 'ETHUSDT',
  listedAt: '2025-04-04T00:00:00.000Z',
  presentAt: '2025-05-26T05:35:00.000Z',
  oldestMinute: '2025-05-01T00:00:00.000Z',
  newestMinute: '2025-05-26T05:31:00.000Z',
  minutesStored: 35_000,
  minutesAbsent: 0,
  minutesMissing: 13,
  stored: [{ from: '2025-05-01T00:00:00.000Z', to: '2025-05-26T05:32:00.000Z' }],
  gaps: [
    { from: '2025-05-26T05:32:00.000Z', to: '2025-05-26T05:35:00.000Z' },
    { from: '2025-05-03T10:00:00.000Z', to: '2025-05-03T10:10:00.000Z' },
  ],
};
const JOB: BackFillRow = {
  backFillId: 'j1',
  symbols: null,
  dateFrom: '2025-04-25T00:00:00.000Z',
  dateTo: null,
  isOwn: true,
  isAutomatic: false,
  state: 'running',
  progressPercent: 42,
  minutesDone: 250_000,
  minutesPerSecond: 6_209,
  secondsLeft: 268,
  symbol: 'SUIUSDT',
  requestsSkipped: 0,
  problem: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
};

let english: Text;
let sent: { method: string; url: string; body: unknown }[];
/** Answers of the server by path; a number is the status of a problem with the code EXCHANGE_UNAVAILABLE. */
let answers: Record<string, object | { readonly status: number; readonly code: string }>;

beforeAll(async () => {
  english = await textWith('market', 'en');
});
beforeEach(() => {
  [sent, answers] = [[], {}];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = init.body === undefined ? null : JSON.parse(String(init.body));
    sent.push({ method: init.method ?? 'GET', url, body });
    const answer = answers[url.split('?', 1)[0] ?? ''];
    if (answer === undefined) throw new TypeError('nobody there');
    if (!('code' in answer)) return Response.json(objectToSnake(answer));
    const problem = { type: '', title: '', detail: '', errors: [], request_id: 'r', ...answer };
    return Response.json(problem, { status: Number('status' in answer ? answer.status : 500) });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (node: React.ReactNode, at = '/') => drawPage(node, { text: english, at });

describe('the list of contracts', () => {
  it('the list shows price, turnover in millions, funding and coverage, and a dash for the unknown', async () => {
    show(<Contracts all={[ETH, BARE]} readAt={Date.now()} />);
    const row = (await screen.findByText('ETH')).closest('tr') as HTMLElement;
    for (const words of ['Trading', 'Layer-1', '2,573.72', '−1.50', '9,599.6', '+0.0080', '100 %']) {
      expect(within(row).getByText(words), words).toBeTruthy();
    }
    const bare = screen.getByText('WAVES').closest('tr') as HTMLElement;
    expect(within(bare).getByText('Halted')).toBeTruthy();
    expect(within(bare).getByRole('img', { name: '0 % of the last 30 days' })).toBeTruthy();
    expect(within(bare).getAllByText('–').length).toBe(6);
  });

  it('state filter and search stay in the address', async () => {
    const { router } = show(<Contracts all={[ETH, BARE]} readAt={Date.now()} />);
    await userEvent.click(await screen.findByRole('button', { name: /^Incomplete history/ }));
    expect(screen.queryByText('ETH')).toBeNull();
    expect(router.state.location.search).toEqual({ show: 'incomplete' });
    await userEvent.type(screen.getByRole('searchbox'), 'eth');
    expect(screen.getByText('No contracts match.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('ETH')).toBeTruthy();
  });

  it('values that could not be refreshed show their age', async () => {
    show(<Contracts all={[ETH]} readAt={Date.now() - 61_000} />);
    expect(await screen.findByText('These values are 1 min old.')).toBeTruthy();
  });
});

describe('the stored history of a contract', () => {
  const card = () => show(<HistoryCard symbol="ETHUSDT" contracts={49} />);

  it('the card shows stored minutes, gaps, and minutes being fetched', async () => {
    answers = { '/api/get-market-history': HISTORY };
    card();
    expect(await screen.findByText('35,000')).toBeTruthy();
    expect(screen.getByText('3 May 10:00 to 3 May 10:10, 10 min')).toBeTruthy();
    expect(screen.getByText('3 min up to now, being fetched')).toBeTruthy();
    expect(screen.getByRole('img', { name: /^Stored from 1 May 00:00 to 26 May 05:31; 13 min missing/ })).toBeTruthy();
  });

  it('a download covers the chosen period and shows its maximum cost', async () => {
    answers = { '/api/get-market-history': HISTORY, '/api/start-back-fill': JOB };
    card();
    await userEvent.click(await screen.findByRole('button', { name: '7 d' }));
    expect(screen.getByText(/^At most 21 requests/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'All contracts' }));
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(sent.at(-1)).toMatchObject({
      url: '/api/start-back-fill',
      body: { symbols: null, date_from: '2025-05-19', date_to: null },
    });
  });

  it('a download by dates needs its first day', async () => {
    answers = { '/api/get-market-history': HISTORY };
    card();
    await userEvent.click(await screen.findByRole('button', { name: 'Dates' }));
    expect(screen.getByText('Choose the first day.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true);
  });

  it('a refused download is explained', async () => {
    answers = { '/api/get-market-history': HISTORY, '/api/start-back-fill': { status: 409, code: 'BACK_FILL_FULL' } };
    card();
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    expect(
      await screen.findByText('Too many downloads are waiting. Cancel one of yours, or try again later.'),
    ).toBeTruthy();
  });

  it('the card says when nothing is stored and when the server does not answer', async () => {
    answers = {
      '/api/get-market-history': { ...HISTORY, oldestMinute: null, newestMinute: null, stored: [], gaps: [] },
    };
    const drawn = card();
    expect(await screen.findByText('No history of ETHUSDT is stored yet.')).toBeTruthy();
    drawn.unmount();
    answers = {};
    card();
    expect(await screen.findByText(/^The server does not answer\./)).toBeTruthy();
  });
});

describe('downloads of history', () => {
  const list = (...items: BackFillRow[]) => {
    answers = { '/api/get-back-fills': { items }, '/api/cancel-back-fill/j1': { ...JOB, state: 'cancelled' } };
    show(<JobsCard />);
  };

  it('a download shows progress, pace and time left, and can be cancelled', async () => {
    list(JOB);
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('42');
    expect(screen.getByText('now SUIUSDT · 6,209 min/s · 4 min left')).toBeTruthy();
    expect(screen.getByText('from 25 Apr 2025 to now')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel download of All contracts' }));
    expect(sent.some(({ method, url }) => method === 'POST' && url === '/api/cancel-back-fill/j1')).toBe(true);
  });

  it.each<[string, Partial<BackFillRow>, string]>([
    ['waiting', { state: 'waiting', progressPercent: null }, 'Waiting'],
    [
      'paused',
      { state: 'paused' },
      'The exchange is limiting requests or does not answer. The download continues by itself.',
    ],
    ['failed', { state: 'failed', endedAt: JOB.startedAt, problem: 'The disk is full.' }, 'The disk is full.'],
    ['of one contract', { symbols: ['ETHUSDT'] }, 'ETHUSDT'],
    ['of some contracts', { symbols: ['ETHUSDT', 'BTCUSDT', 'SOLUSDT'] }, 'ETHUSDT and 2 more'],
    ['of gaps by itself', { dateFrom: null, isAutomatic: true }, 'gaps only, automatic'],
    ['of whole days', { dateTo: '2025-04-26T00:00:00.000Z' }, '25 Apr 2025 to 25 Apr 2025'],
    ['with broken answers', { requestsSkipped: 3 }, '3 requests without a valid answer'],
  ])('a download that is %s says so', async (_what, change, words) => {
    list({ ...JOB, ...change });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('the card says when there are no downloads', async () => {
    list();
    expect(await screen.findByText('No downloads in progress.')).toBeTruthy();
  });
});

describe("the price fetched with the user's key", () => {
  const price = (key: object) => {
    const reading = { state: 'never', code: null, detail: null, readAt: null, nextTryAt: null };
    const none = { version: 0, lastFour: null, removedBy: null, check: null, permissions: null, refusal: null };
    const times = { checkedAt: null, changedAt: null, isAcknowledged: false };
    answers['/api/get-exchange-keys'] = { items: [{ environment: 'sim', ...none, ...times, reading, ...key }] };
    show(<KeyPrice symbol="ETHUSDT" />);
  };

  it('the signed price is shown with its market time', async () => {
    answers['/api/market/futures/price'] = { symbol: 'ETHUSDT', price: '2573.72', time: '2025-05-26T05:33:00.000Z' };
    price({ isPresent: true });
    expect(await screen.findByText('2,573.72')).toBeTruthy();
    expect(screen.getByText('market 26 May 05:33')).toBeTruthy();
  });

  it('without an accepted key the signed price links to the account page and sends no request', async () => {
    price({ isPresent: false });
    expect((await screen.findByRole('link', { name: 'Add an exchange key' })).getAttribute('href')).toBe('/account');
    expect(sent.map(({ url }) => url)).toEqual(['/api/get-exchange-keys']);
  });

  it.each([
    [{ status: 422, code: 'EXCHANGE_KEY_REFUSED' }, 'Check your key'],
    [{ status: 502, code: 'EXCHANGE_UNAVAILABLE' }, 'no answer'],
  ])('a missing signed price is explained: %o', async (answer, words) => {
    answers['/api/market/futures/price'] = answer;
    price({ isPresent: true });
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('the candles of a contract', () => {
  it.each<[string, object, string]>([
    ['/api/market/spot/candles', { status: 404, code: 'SYMBOL_UNKNOWN' }, 'The spot market has no pair ETHUSDT.'],
    ['/api/market/futures/candles', { status: 404, code: 'SYMBOL_UNKNOWN' }, 'There are no candles for ETHUSDT.'],
    ['/api/market/spot/candles', { items: [] }, 'There are no candles for ETHUSDT.'],
    ['/api/market/spot/candles', { status: 502, code: 'EXCHANGE_UNAVAILABLE' }, 'The exchange does not answer.'],
  ])('candles from %s answered with %o show a message', async (path, answer, words) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    answers[path] = answer;
    const market = path.includes('spot') ? 'spot' : 'futures';
    show(<SymbolChart symbol="ETHUSDT" />, `/?market=${market}&interval=1h`);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(sent[0]?.url).toBe(`${path}?symbol=ETHUSDT&interval=1h&limit=500`);
    expect(logged).toHaveBeenCalledTimes('items' in answer ? 0 : 1);
    logged.mockRestore();
  });

  it.each([
    ['en', 'Charts have used up their share of the requests to the exchange in this minute. Wait for the next minute.'],
    ['ru', 'Графики исчерпали свою долю запросов к бирже в этой минуте. Подождите до следующей минуты.'],
  ] as const)('a chart whose share of requests is used up says so in words (%s)', async (language, words) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    answers['/api/market/futures/candles'] = { status: 429, code: 'CHARTS_SHARE_USED' };
    drawPage(<SymbolChart symbol="ETHUSDT" />, { text: await textWith('market', language) });
    expect(await screen.findByText(words)).toBeTruthy();
    logged.mockRestore();
  });
});

describe('the note on what is left out', () => {
  const rows: readonly UnusedRow[] = [
    { list: 'contracts', name: '龙虾USDT', reason: 'field', detail: 'liquidationFee' },
    { list: 'contracts', name: 'NEWUSDT', reason: 'type', detail: 'OPTION' },
    { list: 'tickers', name: '#12', reason: 'field', detail: '' },
  ];
  const words = async (language: 'en' | 'ru', shown: readonly UnusedRow[]) => {
    const note = (
      <div>
        <i>note</i>
        <LeftOutNote rows={shown} />
      </div>
    );
    const { unmount } = drawPage(note, { text: await textWith('market', language), at: '/' });
    const text = (await screen.findByText('note')).parentElement?.textContent;
    unmount();
    return text;
  };

  it('counts the contracts, and names each row with its reason', async () => {
    const text = await words('en', rows);
    expect(text).toContain('Contracts left out: 2');
    expect(text).toContain('龙虾USDT contract: liquidationFee is missing or cannot be read');
    expect(text).toContain('NEWUSDT contract: unknown type of contract, OPTION');
    expect(text).toContain('#12 24-hour figures: the row cannot be read');
    expect(await words('ru', rows)).toContain('Пропущено контрактов: 2');
  });

  it('lists two rows that are alike once, and counts both', async () => {
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const alike = { list: 'contracts', name: 'odd usdt', reason: 'name', detail: '' } as const;
    const text = (await words('en', [alike, { ...alike }])) ?? '';
    expect(text).toContain('Contracts left out: 2');
    expect(text.split('odd usdt')).toHaveLength(2);
    expect(failed).not.toHaveBeenCalled();
    failed.mockRestore();
  });

  it('says that a whole list is refused, and is absent while nothing is left out', async () => {
    expect(await words('en', [{ list: 'marks', name: '', reason: 'list', detail: 'no list' }])).toContain(
      'mark price: the whole list is refused: no list',
    );
    expect(await words('en', [])).toBe('note');
  });
});

describe('the note on the exchange', () => {
  const NOW = new Date().toISOString();
  const status = {
    ...({
      environment: 'sim',
      engine: 'running',
      database: 'answering',
      disk: 'ok',
      beatAt: NOW,
      todayLive: '0',
      todayPaper: '0',
      wallTime: NOW,
    } as const),
    ...{
      botsTotal: 0,
      botsRunning: 0,
      botsInError: 0,
      botsInErrorKind: null,
      unreadNotices: 0,
      unprotected: 0,
      unprotectedByDesign: 0,
      unprotectedKind: null,
    },
    ...{
      marketTime: NOW,
      decidedAt: NOW,
      marketSpeed: 60,
      marketRound: 1,
      marketMinutesBehind: 0,
      isMarketBehind: false,
    },
    ...({ exchange: 'talking', exchangeHeardAt: NOW } as const),
  };
  const hear = (change: object) => {
    hearLive({ type: 'snapshot', topic: 'status', seq: 1, status: { ...status, ...change } });
    show(<ExchangeNote />);
  };
  afterEach(() => liveStore.clear());

  it.each<[string, object]>([
    [
      'Prices are from 2 min ago. Bots wait for the minutes they missed; nothing is lost.',
      { exchange: 'silent', exchangeHeardAt: new Date(Date.now() - 121_000).toISOString() },
    ],
    [
      'It has not answered since the start. Prices appear as soon as it does.',
      { exchange: 'silent', exchangeHeardAt: null },
    ],
    ['Market data is 14 min behind the exchange.', { marketMinutesBehind: 14, isMarketBehind: true }],
  ])('the note reads "%s"', async (words, change) => {
    hear(change);
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
