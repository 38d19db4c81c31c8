import { at } from '#base/assert.ts';
import type { Chance } from '#base/prng.ts';
import { TORTURE_OWNER } from './tortured-program.ts';

const BOTS_MAX = 12;
const PORTFOLIOS = [
  { kind: 'dca-bot', name: 'First' },
  { kind: 'dca-bot', name: 'Second' },
  { kind: 'custom-bot', name: 'Rules' },
] as const;
type Kind = (typeof PORTFOLIOS)[number]['kind'];
const REQUEST_MS = 20_000;
/** Commands under way at one time: a program on a busy machine, sent ever more of them, would answer none in time. */
const UNANSWERED_MAX = 16;

/** Ladders in wire form that trade every few minutes, so that hardly a moment is quiet. */
const LADDERS: readonly Readonly<Record<string, unknown>>[] = [
  { base_order_size: '150', step_percent: '0.05', take_profit_percent: '0.12', safety_orders_count: 4 },
  { base_order_size: '120', direction: 'both', step_percent: '0.08', take_profit_percent: '0.1', volume_scale: '1.2' },
  {
    base_order_size: '150',
    direction: 'sell',
    step_percent: '0.06',
    take_profit_percent: '0.1',
    stop_loss_percent: '2',
  },
  {
    base_order_size: '200',
    step_percent: '0.05',
    take_profit_percent: '0.15',
    tp_order: 'market_trigger',
    trailing_percent: '0.05',
    active_safety_orders: 2,
  },
  {
    base_order_size: '130',
    base_order_type: 'limit',
    base_order_offset_percent: '0.02',
    base_order_ttl_s: 180,
    step_percent: '0.05',
  },
  {
    base_order_size: '120',
    direction: 'both',
    step_percent: '0.07',
    take_profit_percent: '0.2',
    margin_type: 'cross',
    leverage: 20,
  },
  { base_order_size: '140', step_percent: '0.05', take_profit_percent: '0.3', time_limit_s: 900, cooldown_s: 120 },
];
/** A strategy of rules in wire form: one of its directions enters at nearly every close, and soon leaves again. */
const RULES: Readonly<Record<string, unknown>> = {
  timeframe: '1m',
  leverage: 10,
  sizing: { type: 'risk_percent', value: '0.2', max_notional: '600' },
  buy: {
    enter: { trigger: 'level', op: 'lt', a: { ind: 'rsi', n: 3 }, b: { const: '50' } },
    exit: {
      any: [
        { op: 'gt', a: { ind: 'rsi', n: 3 }, b: { const: '60' } },
        { op: 'gte', a: { pos: 'bars_in_position' }, b: { const: '4' } },
      ],
    },
    stop: { type: 'atr', n: 5, mult: '2' },
  },
  sell: {
    enter: {
      trigger: 'level',
      all: [
        { op: 'gte', a: { ind: 'rsi', n: 3 }, b: { const: '50' } },
        { not: { op: 'lt', a: { ind: 'ema', n: 4, timeframe: '3m' }, b: { percent_of: { price: 'low' }, p: '90' } } },
      ],
    },
    exit: { op: 'gt', a: { pos: 'bars_in_position' }, b: { const: '2' } },
    stop: { type: 'percent', value: '0.4' },
  },
};
const SYMBOLS = ['ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT', 'LINKUSDT'] as const;

/** A user who sends random commands over HTTP and remembers which were acknowledged. */
export interface TortureUser {
  /** Signs in once, creates what is missing and reads the present bots. */
  arrive(address: string): Promise<void>;
  /** One random command; a command without an answer is not acknowledged. */
  act(): Promise<void>;
  /** Starts one more bot of rules, so that one surely runs. */
  startRules(): Promise<void>;
  /** Successfully answered commands, which must therefore be stored. */
  promised(): number;
  /** The market's time as the program tells it, UTC milliseconds. */
  marketTime(): Promise<number>;
}

/** Sends commands, without waiting for the answers to those before, until the life of the program is over. */
export async function pester(life: {
  readonly act: () => Promise<void>;
  readonly isOver: () => Promise<boolean>;
  readonly pause: () => Promise<unknown>;
}): Promise<void> {
  let unanswered = 0;
  const answered = (): void => {
    unanswered--;
  };
  while (!(await life.isOver())) {
    if (unanswered < UNANSWERED_MAX) {
      unanswered++;
      void life.act().then(answered, answered); // The kill prevents the answer: nothing was acknowledged.
    }
    await life.pause();
  }
}

interface SeenBot {
  readonly kind: Kind;
  readonly strategy_executor_id: string;
}

export function tortureUser(random: Chance): TortureUser {
  let [address, token, created, promised, hasDemo] = ['', '', 0, 0, false];
  let portfolios: { readonly kind: Kind; readonly id: string }[] = [];
  let bots: readonly SeenBot[] = [];

  const send = async (method: 'GET' | 'POST', url: string, body?: unknown) => {
    const response = await fetch(new URL(url, address), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(REQUEST_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { isOk: response.ok, body: await response.json() };
  };
  const command = async (kind: Kind, url: string, body: unknown): Promise<void> => {
    const { isOk } = await send('POST', `/api/${kind}/${url}`, body);
    if (isOk) promised++;
  };

  const create = (): Promise<void> => {
    created++;
    // Kills lose answers, so the user goes on until there is a bot of rules.
    const isLacking = created % 2 === 1 && !bots.some(({ kind }) => kind === 'custom-bot');
    const { kind, id } = isLacking ? at(portfolios, PORTFOLIOS.length - 1) : random.pick(portfolios);
    return command(kind, 'create', { name: `bot ${created}`, portfolio_id: id, ...randomBot(random, kind) });
  };

  return {
    startRules: () => {
      const { kind, id } = at(portfolios, PORTFOLIOS.length - 1);
      const bot = { symbols: ['ETHUSDT'], params: RULES, autostart: true };
      return command(kind, 'create', { name: 'rules at the end', portfolio_id: id, ...bot });
    },
    promised: () => promised,
    marketTime: async () => Date.parse((await send('GET', '/api/status')).body.market_time),
    async arrive(where) {
      address = where;
      if (token === '') token = await signIn(address);
      for (const { kind, name } of PORTFOLIOS) await send('POST', `/api/${kind}/create-portfolio`, { name });
      portfolios = [];
      for (const { kind, name } of PORTFOLIOS) {
        portfolios.push({ kind, id: (await send('GET', `/api/get-portfolio-id-by-name?name=${name}`)).body.id });
      }
      const found: SeenBot[] = [];
      for (const kind of ['dca-bot', 'custom-bot'] as const) {
        found.push(...(await send('GET', `/api/${kind}/get-bots`)).body.items);
      }
      bots = found;
      // A kill forgets a demo whose candles are still being fetched.
      hasDemo = (await send('GET', '/api/demo')).body.state !== 'absent';
    },
    async act() {
      // The demo is loaded once during the kills, so that they also interrupt its catching up.
      if (!hasDemo && created > 2) {
        hasDemo = true;
        await send('POST', '/api/load-demo', {});
        return;
      }
      if (bots.length < 3 || (created < BOTS_MAX && random.next() < 0.25)) return create();
      const { kind, strategy_executor_id } = at(bots, random.between(0, bots.length - 1));
      const [url, settings] = randomOrder(random);
      await command(kind, url, { strategy_executor_id, ...settings });
    },
  };
}

function randomBot(random: Chance, kind: Kind) {
  return {
    symbols: random.next() < 0.8 ? [random.pick(SYMBOLS)] : ['ETHUSDT', 'SOLUSDT'],
    params: kind === 'custom-bot' ? RULES : random.pick(LADDERS),
    autostart: random.next() < 0.9,
  };
}

type Order = readonly [url: string, settings: Readonly<Record<string, unknown>>];

/** Restarts are the most frequent, so that most bots run. Many commands are refused, as a user's may be. */
function randomOrder(random: Chance): Order {
  return random.pick<Order>([
    ['finish', {}],
    ['stop', { position: random.pick(['protect', 'close', 'detach']) }],
    ['restart', {}],
    ['restart', {}],
    ['restart', {}],
    ['set-is-enter-enabled', { is_enter_buy_enabled: random.next() < 0.8, is_enter_sell_enabled: random.next() < 0.5 }],
    [
      'set-condition',
      {
        stop_loss_percent: random.pick([null, '3', '5']),
        take_profit_percent: random.pick(['0.1', '0.2', '0.4']),
        confirm: true,
      },
    ],
  ]);
}

async function signIn(address: string): Promise<string> {
  const url = new URL('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded', address);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...TORTURE_OWNER, returnSecureToken: true }),
  });
  const { idToken } = await response.json();
  if (typeof idToken !== 'string') throw new Error(`the owner could not sign in: ${response.status}`);
  return idToken;
}
