import { forgetToken, keepToken, knownToken, takeTokenOfAddress } from './token.js';

const PACES = [
  ['×1', { kind: 'run', speed: 1 }],
  ['×10', { kind: 'run', speed: 10 }],
  ['×60', { kind: 'run', speed: 60 }],
  ['×300', { kind: 'run', speed: 300 }],
  ['Pause', { kind: 'pause' }],
];

const PROFILE = '/admin/profile';
const REQUEST = '/admin/faults/request';
const SOCKETS = '/admin/faults/sockets';
const CANDLE = '/admin/faults/candle';
const order = { method: 'POST', path: '/fapi/v1/order' };

/** Groups of buttons: what is written on each, where it posts to, and the body for the chosen symbol and account. */
const FAULTS = [
  [
    'How the exchange behaves',
    [
      ['Ideal', PROFILE, () => ({ name: 'ideal' })],
      ['Realistic', PROFILE, () => ({ name: 'realistic' })],
      ['Storm', PROFILE, () => ({ name: 'storm' })],
    ],
  ],
  [
    'Requests',
    [
      [
        'Overloaded, −1008',
        REQUEST,
        () => ({
          kind: 'error',
          status: 503,
          code: -1008,
          message: 'Server is currently overloaded with other requests. Please try again in a few minutes.',
        }),
      ],
      ['Firewall page, 403', REQUEST, () => ({ kind: 'page', status: 403 })],
      [
        'Order taken, timeout −1007',
        REQUEST,
        () => ({
          kind: 'error-after',
          status: 408,
          code: -1007,
          message: 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
          ...order,
        }),
      ],
      ['Order taken, reply lost', REQUEST, () => ({ kind: 'lost-reply', ...order })],
      ['Answer cut after 20 bytes', REQUEST, () => ({ kind: 'cut', bytes: 20 })],
      ['Connection broken', REQUEST, () => ({ kind: 'drop' })],
      ['Latency 1 s ± 0.5', '/admin/faults/latency', () => ({ ms: 1000, jitterMs: 500 })],
      ['Limits ÷ 10', '/admin/faults/limits', () => ({ divisor: 10 })],
      ['Ban 2 minutes', '/admin/faults/ban', () => ({ forMs: 120_000 })],
      ['Clock 5 s ahead', '/admin/faults/clock-skew', () => ({ ms: 5000 })],
      ['Hide fresh orders 5 s', '/admin/faults/hidden-orders', () => ({ forMs: 5000 })],
    ],
  ],
  [
    'Streams',
    [
      ['Break all sockets', SOCKETS, () => ({ act: 'drop' })],
      ['Mute all', SOCKETS, () => ({ act: 'muted' })],
      ['Leave half open', SOCKETS, () => ({ act: 'half-open' })],
      ['End as after 24 h', SOCKETS, () => ({ act: 'end' })],
      ['Speak again', SOCKETS, () => ({ act: 'none' })],
      ['End listen key', '/admin/faults/listen-key', ({ accountId }) => ({ accountId })],
      ['Refuse wrong roots', '/admin/faults/strict-roots', () => ({ isStrict: true })],
      ['Events out of order', '/admin/faults/events', () => ({ duplicated: 0.2, swapped: 0.2, delayMsMax: 500 })],
      ['Event of unknown symbol', '/admin/faults/unknown-symbol', () => ({})],
    ],
  ],
  [
    'Candles of the symbol',
    [
      ['Not a number', CANDLE, ({ symbol }) => ({ symbol, fault: 'nan' })],
      ['Negative', CANDLE, ({ symbol }) => ({ symbol, fault: 'negative' })],
      ['High below low', CANDLE, ({ symbol }) => ({ symbol, fault: 'high-below-low' })],
      ['Huge', CANDLE, ({ symbol }) => ({ symbol, fault: 'huge' })],
      ['Twice', CANDLE, ({ symbol }) => ({ symbol, fault: 'duplicate' })],
      ['From tomorrow', CANDLE, ({ symbol }) => ({ symbol, fault: 'future' })],
      ['Missing', CANDLE, ({ symbol }) => ({ symbol, fault: 'missing' })],
    ],
  ],
  [
    'Market of the symbol',
    [
      ['Price +10 %', '/admin/faults/price-shock', ({ symbol }) => ({ symbol, factor: 1.1 })],
      ['Price −10 %', '/admin/faults/price-shock', ({ symbol }) => ({ symbol, factor: 0.9 })],
      ['Halt', '/admin/faults/halt', ({ symbol }) => ({ symbol })],
      ['Resume', '/admin/faults/resume', ({ symbol }) => ({ symbol })],
      ['Settle funding', '/admin/faults/funding', ({ symbol }) => ({ symbol })],
      ['Least notional 50', '/admin/faults/filters', ({ symbol }) => ({ symbol, notionalMin: '50' })],
    ],
  ],
  [
    'Account on the symbol',
    [
      [
        'Fill orders in 3 parts',
        '/admin/faults/fill-in-parts',
        ({ symbol, accountId }) => ({ symbol, accountId, parts: [0.5, 0.3, 0.2] }),
      ],
      [
        'Fill orders whole',
        '/admin/faults/fill-in-parts',
        ({ symbol, accountId }) => ({ symbol, accountId, parts: [] }),
      ],
      [
        'Liquidate long',
        '/admin/faults/liquidate',
        ({ symbol, accountId }) => ({ symbol, accountId, positionSide: 'LONG' }),
      ],
      [
        'Liquidate short',
        '/admin/faults/liquidate',
        ({ symbol, accountId }) => ({ symbol, accountId, positionSide: 'SHORT' }),
      ],
    ],
  ],
];

const UNAUTHORISED = 401;

const byId = (id) => document.getElementById(id);

/** An element with its text or children; properties are set as they are. */
function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'X-Simulator-Admin': knownToken() ?? '', 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  if (response.status === UNAUTHORISED) askForToken();
  const fields = (answer.errors ?? []).map(({ path: field, detail }) => `${field.join('.')}: ${detail}`);
  throw new Error([answer.detail, ...fields].join(' '));
}

function note(text, isBad = false) {
  const place = byId('note');
  place.textContent = text;
  place.classList.toggle('bad', isBad);
}

/** Does what a button says, and tells how it went. */
async function act(name, path, body) {
  try {
    const answer = await call('POST', path, body);
    note(`${name}: done. ${Object.keys(answer).length === 0 ? '' : JSON.stringify(answer)}`);
    await refresh();
    return answer;
  } catch (error) {
    note(`${name}: ${error.message}`, true);
    return null;
  }
}

const time = (ms) => new Date(ms).toISOString().replace('T', ' ').slice(0, 19);
const clipped = (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text);

/** Two decimals, thousands apart, with its sign in words of the eye: a plus or a real minus. */
function money(text, isSigned = false) {
  const value = Number(text);
  const digits = Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (value < 0) return `−${digits}`;
  return isSigned && value > 0 ? `+${digits}` : digits;
}

function cell(text, className = '') {
  return element('td', { className }, text);
}

function table(caption, heads, rows) {
  const head = element(
    'tr',
    {},
    ...heads.map(([text, className = '']) => element('th', { scope: 'col', className }, text)),
  );
  return element(
    'div',
    { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': caption },
    element('table', {}, element('caption', {}, caption), element('thead', {}, head), element('tbody', {}, ...rows)),
  );
}

const N = 'number';

/** A price with as many decimals as the mark, which has those of the tick. */
function onTick(price, mark) {
  return Number(price).toFixed(mark.split('.')[1]?.length ?? 0);
}

const side = ({ positionSide, quantity }) =>
  positionSide === 'BOTH' ? (quantity.startsWith('-') ? 'short' : 'long') : positionSide.toLowerCase();

function positionRow(position) {
  const result = Number(position.unrealized);
  const tone = result > 0 ? 'profit' : result < 0 ? 'loss' : '';
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, position.symbol),
    cell(side(position)),
    cell(position.quantity.replace('-', '−'), N),
    cell(onTick(position.entry, position.mark), N),
    cell(position.mark, N),
    cell(money(position.unrealized, true), `${N} ${tone}`),
    cell(position.liquidation === null ? '–' : onTick(position.liquidation, position.mark), N),
  );
}

function orderRow(order) {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, order.symbol),
    cell(`${order.side.toLowerCase()} ${order.positionSide === 'BOTH' ? '' : order.positionSide.toLowerCase()}`),
    cell(order.type.replaceAll('_', ' ').toLowerCase()),
    cell(order.price ?? 'market', N),
    cell(order.quantity ?? 'all', N),
    cell(clipped(order.clientOrderId ?? order.clientAlgoId, 24)),
  );
}

function fact(name, text) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, text));
}

function accountView(account) {
  const keys = account.keys.map(({ apiKey, canTrade, canWithdraw, isIpRestricted }) => {
    const rights = [
      canTrade ? 'trade' : 'read only',
      canWithdraw ? 'withdraw' : '',
      isIpRestricted ? 'own address only' : 'any address',
    ];
    return element('div', { className: 'key' }, `Key ${clipped(apiKey, 20)} · ${rights.filter(Boolean).join(', ')}`);
  });
  const facts = [
    fact('Wallet, USDT', money(account.wallet)),
    fact('Margin balance, USDT', money(account.marginBalance)),
    fact('Available, USDT', money(account.available)),
    fact('Mode', account.isDualSide ? 'hedge' : 'one-way'),
  ];
  const positions = [
    ['Symbol'],
    ['Side'],
    ['Size', N],
    ['Entry', N],
    ['Mark', N],
    ['Open, USDT', N],
    ['Liquidation', N],
  ];
  const orders = [['Symbol'], ['Side'], ['Kind'], ['Price', N], ['Size', N], ['Own id']];
  const waiting = [...account.orders, ...account.conditionals];
  return element(
    'div',
    { className: 'account' },
    element('h3', {}, clipped(account.label, 40)),
    ...keys,
    element('dl', { className: 'strip' }, ...facts),
    account.positions.length === 0
      ? element('p', { className: 'caption' }, 'No open position.')
      : table('Positions', positions, account.positions.map(positionRow)),
    waiting.length === 0
      ? element('p', { className: 'caption' }, 'No open order.')
      : table('Orders and conditional orders', orders, waiting.map(orderRow)),
  );
}

function symbolRow({ symbol, status, last, mark }) {
  const isTrading = status === 'TRADING';
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, symbol),
    cell(isTrading ? 'trading' : 'halted', isTrading ? '' : 'warn'),
    cell(last ?? '–', N),
    cell(mark ?? '–', N),
  );
}

/** A fault that is set, in a line: what it is, and whatever says more about it. */
function inWords({ kind, fault, match, left, ...more }) {
  const isNested = typeof fault === 'object';
  const name = kind ?? (isNested ? fault.kind : fault);
  const facts = { ...(isNested ? fault : {}), ...match, ...more };
  const details = Object.entries(facts)
    .filter(([key, value]) => key !== 'kind' && key !== 'html' && value !== null && value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : clipped(String(value), 40)}`);
  return [name, ...details, ...(left === undefined ? [] : [`${left} left`])].join(' · ');
}

/** Options of a select, remade only when they changed, so that an open list does not close under the pointer. */
function fill(select, options) {
  const wanted = options.map(([value, text]) => `${value} ${text}`).join('\n');
  if (select.dataset.options === wanted) return;
  const chosen = select.value;
  select.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
  select.dataset.options = wanted;
  if (options.some(([value]) => value === chosen)) select.value = chosen;
}

function isSame(one, other) {
  return one.kind === other.kind && one.speed === other.speed;
}

/** Draws the accounts anew, and leaves who scrolls in one of their tables where they were. */
function showAccounts(accounts) {
  const place = byId('accounts');
  const tables = [...place.querySelectorAll('.scroll')];
  const [focused, offsets] = [tables.indexOf(document.activeElement), tables.map(({ scrollLeft }) => scrollLeft)];
  place.replaceChildren(...accounts.map(accountView));
  for (const [index, made] of [...place.querySelectorAll('.scroll')].entries()) {
    made.scrollLeft = offsets[index] ?? 0;
    if (index === focused) made.focus({ preventScroll: true });
  }
}

function show(state) {
  byId('market-time').textContent = time(state.marketTime);
  byId('wall-time').textContent = time(state.wallTime);
  byId('sockets').textContent = state.sockets;
  byId('subscriptions').textContent = state.subscriptions;
  byId('pace').hidden = state.clock === 'wall'; // Nobody sets the speed of the machine's clock.
  for (const [index, button] of [...byId('pace').querySelectorAll('button')].entries()) {
    button.setAttribute('aria-pressed', String(isSame(PACES[index][1], state.pace)));
  }
  byId('symbols').replaceChildren(...state.symbols.map(symbolRow));
  showAccounts(state.accounts);
  const active = state.faults.map((fault) => element('li', {}, inWords(fault)));
  byId('active').replaceChildren(
    ...(active.length === 0 ? [element('li', {}, 'Nothing: the exchange behaves.')] : active),
  );
  fill(
    byId('fault-symbol'),
    state.symbols.map(({ symbol }) => [symbol, symbol]),
  );
  fill(
    byId('fault-account'),
    state.accounts.map(({ accountId, label }) => [accountId, clipped(label, 40)]),
  );
}

let isAway = false;

/** Shows what needs the token, or asks for it. */
function showParts() {
  const isKnown = knownToken() !== null;
  for (const id of ['main', 'pace']) byId(id).hidden = !isKnown;
  byId('sign-in').hidden = isKnown;
}

/** The token was refused: the simulator was started again, or it was mistyped. */
function askForToken() {
  forgetToken();
  showParts();
  byId('sign-in').elements.token.focus();
}

async function refresh() {
  if (knownToken() === null) return;
  try {
    show(await call('GET', '/admin/state'));
    if (isAway) note('The simulator answers again.');
    isAway = false;
  } catch (error) {
    isAway = true;
    if (knownToken() === null) return note('The simulator does not take this token. Each start makes a new one.', true);
    note(`The simulator does not answer (${error.message}). Values below are old. Trying again each second.`, true);
  }
}

function drawButtons() {
  for (const [name, pace] of PACES) {
    const button = element('button', { type: 'button' }, name);
    button.addEventListener('click', () => act(`Speed ${name}`, '/admin/clock', pace));
    byId('pace').append(button);
  }
  for (const [group, faults] of FAULTS) {
    const buttons = faults.map(([name, path, body]) => {
      const button = element('button', { type: 'button' }, name);
      button.addEventListener('click', () =>
        act(name, path, body({ symbol: byId('fault-symbol').value, accountId: byId('fault-account').value })),
      );
      return button;
    });
    byId('faults').append(element('h3', {}, group), element('div', { className: 'buttons' }, ...buttons));
  }
  const clear = element('button', { type: 'button' }, 'Clear all faults');
  clear.addEventListener('click', () => act('Clear all faults', '/admin/faults/clear', {}));
  byId('faults').append(element('h3', {}, 'End'), element('div', { className: 'buttons' }, clear));
}

byId('open-account').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { label, deposit } = Object.fromEntries(new FormData(event.target));
  try {
    const { apiKey, secret } = await call('POST', '/admin/accounts', { label, deposit });
    byId('secret').textContent = `Account "${label}": API key ${apiKey}, secret ${secret}`;
    event.target.elements.label.value = '';
    await refresh();
  } catch (error) {
    byId('secret').textContent = error.message;
  }
});

byId('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  keepToken(event.target.elements.token.value.trim());
  event.target.reset();
  await begin();
});

async function begin() {
  showParts();
  await refresh();
}

byId('symbols-scroll').tabIndex = 0; // What scrolls can be reached by keyboard in every browser.
drawButtons();
takeTokenOfAddress();
window.addEventListener('hashchange', () => {
  takeTokenOfAddress();
  void begin();
});
await begin();
setInterval(() => {
  if (!document.hidden) void refresh();
}, 1_000);
