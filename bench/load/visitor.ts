/** A signed-in user of the program. */
export interface Visitor {
  readonly token: string;
  /** Where its requests come from, as the proxy in front of the program says; without it, from this machine. */
  readonly from?: string;
}

/** What each request of a visitor carries. */
export function headersOf({ token, from }: Visitor): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}`, ...forwarded(from) };
}

/** The word of a proxy, which the program believes when `TRUSTED_PROXIES` names it. */
export function forwarded(from: string | undefined): Readonly<Record<string, string>> {
  return from === undefined ? {} : { 'x-forwarded-for': from };
}
