import type { ArrivedRequest } from '../../rest/http/fault-hook.ts';

/** Which requests a fault applies to; an omitted field matches all. */
export interface RequestMatch {
  readonly method?: string | undefined;
  /** The exact path, or a prefix that ends in `*`. */
  readonly path?: string | undefined;
  readonly accountId?: string | undefined;
}

export function matches(match: RequestMatch, request: ArrivedRequest): boolean {
  const { method = request.method, accountId = request.accountId, path = request.path } = match;
  const isPath = path.endsWith('*') ? request.path.startsWith(path.slice(0, -1)) : request.path === path;
  return isPath && request.method === method && request.accountId === accountId;
}
