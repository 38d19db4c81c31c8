import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '#base/errors.ts';
import { BODY_TOO_LARGE, readBody } from '../rest/http/read-body.ts';
import { accountActs } from './account-acts.ts';
import { type AdminAct, InvalidBody } from './admin-act.ts';
import { type AdminFile, adminFiles } from './admin-files.ts';
import { adminState } from './admin-state.ts';
import { ADMIN_HEADER, ADMIN_TOKEN_FILE, isAdminToken } from './admin-token.ts';
import { clockActs } from './clock-acts.ts';
import { marketActs } from './market-acts.ts';
import { type WireParts, wireActs } from './wire-acts.ts';

/** Whether a path belongs to the admin surface; all others are the exchange's API. */
export function isAdminPath(path: string): boolean {
  return path === '/' || path === '/admin' || path.startsWith('/admin/');
}

/** Allows only the page's own scripts and styles, and no framing. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/**
 * The admin surface: accounts, clock, faults, and a page to look at them. It is not part of the exchange's API.
 *
 * @param token - what every request must know
 * @param onFailure - called for failures that no request should be able to cause
 */
export async function openAdmin(
  parts: WireParts,
  token: string,
  onFailure: (cause: unknown) => void,
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const files = await adminFiles();
  const acts = new Map<string, AdminAct>([
    ['GET /admin/state', { run: async () => adminState(parts) }],
    ...Object.entries(accountActs(parts.simulation)),
    ...Object.entries(clockActs(parts.simulation)),
    ...Object.entries(marketActs(parts.simulation)),
    ...Object.entries(wireActs(parts)),
  ]);
  return (request, response) => {
    respond(request, response, { files, acts, token }).catch((cause: unknown) => {
      onFailure(cause);
      answer(response, 500, { code: 'UNEXPECTED', detail: 'The simulator failed; its log says why.' });
    });
  };
}

interface Served {
  readonly files: ReadonlyMap<string, AdminFile>;
  readonly acts: ReadonlyMap<string, AdminAct>;
  readonly token: string;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { files, acts, token }: Served,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  const path = url.split('?')[0] ?? '';
  const file = method === 'GET' ? files.get(path) : undefined;
  if (file !== undefined) {
    response.writeHead(200, { ...PAGE_HEADERS, 'Content-Type': file.contentType }).end(file.body);
    return;
  }
  if (!isAdminToken(token, headers[ADMIN_HEADER.toLowerCase()])) {
    const detail = `Send the header ${ADMIN_HEADER} with the token of this start. It is in the file ${ADMIN_TOKEN_FILE} of the simulated exchange's folder, which is "simulator" in DATA_DIR.`;
    return answer(response, 401, { code: 'TOKEN_WRONG', detail });
  }
  const act = acts.get(`${method} ${path}`);
  if (act === undefined) {
    const detail = `There is no ${method.slice(0, 10)} ${path.slice(0, 60)}. Known are: ${[...acts.keys()].join(', ')}.`;
    return answer(response, 404, { code: 'ACT_UNKNOWN', detail });
  }
  await carryOut(act, request, response);
}

async function carryOut(act: AdminAct, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readBody(request);
  if (text === null) return; // The client has disconnected.
  if (text === BODY_TOO_LARGE)
    return answer(response, 413, { code: 'BODY_TOO_LARGE', detail: 'The body is too large.' });
  const body = jsonOf(text);
  if (body === undefined) {
    return answer(response, 400, { code: 'BODY_INVALID', detail: 'The body must be one JSON object, or empty.' });
  }
  try {
    answer(response, 200, await act.run(body));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = error instanceof InvalidBody ? { errors: error.errors } : {};
    answer(response, statusOf(error), { code: error.code, detail: error.message, ...errors });
  }
}

function statusOf({ code }: AppError): number {
  if (code === 'NOT_FOUND') return 404;
  if (code === 'ACCOUNT_EXISTS') return 409;
  return code === 'BODY_INVALID' ? 400 : 422;
}

/** Undefined when the text is not JSON. Decodes UTF-8, because bodies arrive as one character per byte. */
function jsonOf(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
  } catch {
    return undefined; // The caller turns this into an error message.
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...PAGE_HEADERS, 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
