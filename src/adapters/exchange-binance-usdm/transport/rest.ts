import type { Clients, Limiters } from './clients.ts';
import { failureOf, type RefusedAnswer } from './error-kinds.ts';
import { answerError, ExchangeError } from './exchange-error.ts';
import { type RestRoute, ROUTES, type RouteName, type RouteParams, weightOf } from './routes.ts';
import type { Urgency } from './weight-limiter.ts';

/**
 * A request without a signature, charged to the budget.
 * @throws ExchangeError of every kind
 */
export function openCall(
  clients: Clients,
  name: RouteName,
  params: RouteParams = {},
  urgency: Urgency = 'market',
): Promise<unknown> {
  const { host, path }: RestRoute = ROUTES[name];
  const { limiters } = clients;
  return charged({ limiters, name, params, urgency }, () => clients[host].get(path, sentParams(params)));
}

/** The request to charge, and its urgency. */
export interface Charge {
  readonly limiters: Limiters;
  readonly name: RouteName;
  readonly params: RouteParams;
  readonly urgency: Urgency;
}

/**
 * Sends once within the budget. A wait requested by the exchange pauses what shares the address, but for orders that
 * reduce risk.
 */
export async function charged(
  { limiters, name, params, urgency }: Charge,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const { host, budget }: RestRoute = ROUTES[name];
  limiters[budget ?? host].take(weightOf(name, params), urgency);
  try {
    return await send();
  } catch (thrown) {
    const error = typedError(thrown);
    if (isForAddress(error)) pauseAll(limiters, error.retryAfterMs ?? 0, urgency);
    throw error;
  }
}

/** The exchange's code for more orders than an account may send. */
export const TOO_MANY_ORDERS = -1_015;

/** Parameters without undefined ones. */
export function sentParams(params: RouteParams): Record<string, string | number | boolean> {
  const sent = Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return Object.fromEntries(sent);
}

/** Too many orders concern only their account; every other wait applies to the address. */
function isForAddress({ kind, venueCode }: ExchangeError): boolean {
  return kind === 'busy' && venueCode !== TOO_MANY_ORDERS;
}

/** A ban applies to the address on all hosts. */
function pauseAll(limiters: Limiters, ms: number, heardBy: Urgency): void {
  for (const limiter of [limiters.futures, limiters.spot, limiters.funding]) limiter.pause(ms, heardBy);
}

function typedError(thrown: unknown): ExchangeError {
  if (thrown instanceof ExchangeError) return thrown;
  if (isAnswer(thrown)) return failureOf(thrown);
  // The library's errors may contain the request with key and signature, so only the error's name is used.
  return answerError(`the request could not be made: ${thrown instanceof Error ? thrown.name : 'no error'}`);
}

/** The library throws raw answers other than 200. */
function isAnswer(thrown: unknown): thrown is RefusedAnswer {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && 'headers' in thrown && 'data' in thrown;
}
