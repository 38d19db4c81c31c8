import { assert } from '#base/assert.ts';

/** A signed-in user of the program under load. */
export interface Account {
  readonly token: string;
  /** Runs of the user's bots that buy, which commands name. */
  readonly runs: readonly string[];
  readonly portfolioIds: readonly string[];
  readonly botIds: readonly string[];
}

/** Signs in as the page does. */
export async function signIn(address: string, who: { readonly email: string; readonly password: string }) {
  const url = new URL('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded', address);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(address).origin },
    body: JSON.stringify({ ...who, returnSecureToken: true }),
  });
  const { idToken } = await response.json();
  if (typeof idToken !== 'string') throw new Error(`${who.email} could not sign in: ${response.status}`);
  return idToken;
}

/** A call of the API that must succeed. */
export async function ask(address: string, token: string, sent: { readonly path: string; readonly body?: unknown }) {
  const response = await fetch(new URL(sent.path, address), {
    method: sent.body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(`${sent.path} was answered ${response.status}: ${JSON.stringify(reply)}`);
  return reply;
}

/** Loads the demo for a user and waits until its weeks are computed. */
export async function withDemo(address: string, token: string): Promise<Account> {
  await ask(address, token, { path: '/api/load-demo', body: {} });
  while ((await ask(address, token, { path: '/api/demo' })).state !== 'loaded') {
    await new Promise((resolve) => setTimeout(resolve, DEMO_ASK_MS));
  }
  const { items: bots } = await ask(address, token, { path: '/api/dca-bot/get-bots' });
  assert(bots.length > 0, 'the demo has bots');
  return {
    token,
    runs: bots
      .filter((bot: { params: { direction: string } }) => bot.params.direction !== 'sell')
      .map((bot: { strategy_executor_id: string }) => bot.strategy_executor_id),
    botIds: bots.map((bot: { bot_id: string }) => bot.bot_id),
    portfolioIds: [...new Set<string>(bots.map((bot: { portfolio_id: string }) => bot.portfolio_id))],
  };
}

const DEMO_ASK_MS = 500;
