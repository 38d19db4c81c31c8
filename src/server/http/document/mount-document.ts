import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ServerSettings } from '../../services.ts';
import type { RequestCounters } from '../callers/request-limits.ts';
import { openapiDocument } from '../openapi.ts';
import type { ApiDocument } from './api-document.ts';
import { documentPage, NONCE_MARK } from './document-page.ts';

export const DOCUMENT_PATH = '/api/openapi.json';
export const DOCUMENT_PAGE_PATH = '/api/docs';
const NONCE_BYTES = 16;

/** Serves the description of the API: for programs, and as a page without any script. Made when it is first asked for. */
export function mountDocument(
  app: FastifyInstance,
  settings: ServerSettings,
  countStranger: RequestCounters['countStranger'],
): void {
  let document: ApiDocument | null = null;
  let page: string | null = null;
  const known = (): ApiDocument => {
    document ??= openapiDocument(settings);
    return document;
  };
  const shown = (): string => {
    page ??= documentPage(known());
    return page;
  };
  app.get(DOCUMENT_PATH, { onRequest: countStranger }, async () => known());
  app.get(DOCUMENT_PAGE_PATH, { onRequest: countStranger }, async (_request, reply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const policy = String(reply.getHeader('content-security-policy'));
    return reply
      .header('content-security-policy', policy.replace("style-src 'self'", `style-src 'nonce-${nonce}'`))
      .type('text/html; charset=utf-8')
      .send(shown().replace(NONCE_MARK, nonce));
  });
}
