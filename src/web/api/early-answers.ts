import { TOGETHER_PATH } from '#contract/call.ts';

declare global {
  /** Shared by the script in the page itself, which asks, and the application, which comes later and takes. */
  var earlyAnswers: Map<string, Promise<unknown>> | undefined;
}

/** A page asks for them within this time, or they are out of date. */
const KEPT_MS = 10_000;

/** What was requested before the code that asks for it was loaded, by address. */
const answers = (): Map<string, Promise<unknown>> => (globalThis.earlyAnswers ??= new Map());

/**
 * Requests what the page that is being loaded will ask for, so that code and data share one round of the line; all of it
 * in one request, because the files of the page need the other connections.
 */
export function sendEarly(addresses: readonly string[], token: string): void {
  if (addresses.length === 0) return;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const query = new URLSearchParams(addresses.map((address) => ['address', address]));
  const all = fetch(`${TOGETHER_PATH}?${query}`, { headers, signal: AbortSignal.timeout(KEPT_MS) })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null); // Then each is asked for by itself, and whoever asks is told.
  for (const [index, address] of addresses.entries()) {
    answers().set(
      address,
      all.then((whole) => whole?.answers[index] ?? null),
    );
  }
  setTimeout(forgetEarly, KEPT_MS);
}

/** A read whose question is a body. */
export interface AskedRead {
  readonly address: string;
  /** As it is sent. */
  readonly body: object;
}

/** Requests a read with a body, which cannot be asked for among others. */
export function askEarly({ address, body }: AskedRead, token: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(KEPT_MS) };
  const answer = fetch(address, init)
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  answers().set(keyOf(address, body), answer);
  setTimeout(forgetEarly, KEPT_MS);
}

const keyOf = (address: string, body: object | undefined): string =>
  body === undefined ? address : `${address} ${JSON.stringify(body)}`;

/** The body of the answer on its way to an address, for one asker; null when there is none after all. */
export function takeEarly(address: string, body?: object): Promise<unknown> | null {
  const key = keyOf(address, body);
  const answer = answers().get(key) ?? null;
  answers().delete(key);
  return answer;
}

/**
 * Whether everything that was asked for early is there and nothing was refused, so that what reads it now waits for nothing.
 * @param withinMs - how long to wait for it
 */
export async function haveAnswersCome(withinMs: number): Promise<boolean> {
  const coming = [...answers().values()];
  const late = new Promise<readonly unknown[]>((resolve) => setTimeout(() => resolve([null]), withinMs));
  return coming.length > 0 && !(await Promise.race([Promise.all(coming), late])).includes(null);
}

/** When the user leaves: the answers are theirs, and whoever signs in next must not get one. */
export function forgetEarly(): void {
  answers().clear();
}
