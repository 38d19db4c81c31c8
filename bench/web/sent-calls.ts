import { calls } from '#contract/calls.ts';

/** How many requests of each call pages have sent, by the names of the contract. */
export type SentCalls = Readonly<Record<string, number>>;

const known = calls.map((call) => ({
  name: call.name,
  method: call.method,
  path: new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** The call that a request makes; null for files and for the sign-in service. */
export function callOf(method: string, address: string): string | null {
  const { pathname } = new URL(address);
  return known.find((call) => call.method === method && call.path.test(pathname))?.name ?? null;
}

/** @returns the sums, most frequent first */
export function sumOfCalls(parts: readonly SentCalls[]): SentCalls {
  const sums = new Map<string, number>();
  for (const [name, count] of parts.flatMap(Object.entries<number>)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([, a], [, b]) => b - a));
}
