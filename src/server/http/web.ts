import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageAt } from '#contract/pages.ts';

const NONCE_BYTES = 16;

export interface WebOptions {
  /** Folder of the built application with its index.html; null serves none. */
  readonly webRoot: string | null;
  /** Market time now, as an instant; a page needs it to ask for a period before anything has been answered. */
  readonly marketTime: () => string;
  /** Answers an unknown address. */
  readonly answerUnknown: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Counts a request that nobody has signed. */
  readonly countStranger: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/**
 * Serves the built application: hashed files are kept for a year, others (the mark, notices of licences) for an hour,
 * index.html, for the pages it knows, never.
 * An unknown address shows the application too, with status 404, when a browser asks for a page.
 */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { webRoot, marketTime, answerUnknown, countStranger } = options;
  if (webRoot === null) {
    app.setNotFoundHandler({ preHandler: countStranger }, answerUnknown);
    return;
  }
  const page = pageOf(await readFile(join(webRoot, 'index.html'), 'utf8'));
  await app.register(fastifyStatic, {
    root: webRoot,
    serve: false, // It would add two routes for each of a hundred files, which costs a start a tenth of a second.
    preCompressed: true, // The build has put `.br` and `.gz` beside each file that gains by it.
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(webRoot, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const wantsPage = request.headers.accept?.includes('text/html') === true;
    const isPage = pageAt(path) !== null; // The browser's router takes over from index.html.
    const isOurs = path.startsWith('/api/') || !['GET', 'HEAD'].includes(request.method);
    if (isOurs || !(isPage || wantsPage)) return answerUnknown(request, reply);
    return sendPage(reply.code(isPage ? 200 : 404), page, marketTime());
  };
  const files = new Set(await servedFiles(webRoot));
  const fileOf = (request: FastifyRequest) => (request.url.split('?', 1)[0] ?? '').slice(1);
  const count = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!files.has(fileOf(request))) await countStranger(request, reply); // A page asks for a dozen files.
  };
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileOf(request);
    return files.has(file) ? reply.sendFile(file) : answer(request, reply);
  };
  app.get('/*', { preHandler: count }, serve); // Only answers of routes are compressed.
  app.setNotFoundHandler({ preHandler: countStranger }, answer);
}

/** Relative to the folder: all but the page itself and the compressed forms, which are sent instead of the others. */
async function servedFiles(webRoot: string): Promise<string[]> {
  const entries = await readdir(webRoot, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/^index\.html$|^\.|\.(?:br|gz)$/.test(entry.name))
    .map((entry) => relative(webRoot, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

interface BuiltPage {
  readonly html: string;
  /** Allows the one script that the build has written into the page (web/app/early/early-start.ts), as it is, and no other. */
  readonly scripts: string;
}

function pageOf(html: string): BuiltPage {
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1];
  const own = "script-src 'self'";
  if (script === undefined) return { html, scripts: own };
  return { html, scripts: `${own} 'sha256-${createHash('sha256').update(script).digest('base64')}'` };
}

/** The page with the market's time and a fresh nonce, which the application sets on the style elements it adds. */
function sendPage(reply: FastifyReply, { html, scripts }: BuiltPage, marketTime: string): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const policy = String(reply.getHeader('content-security-policy') ?? '')
    .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
    .replace("script-src 'self'", scripts);
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      html.replace(
        '<head>',
        `<head><meta property="csp-nonce" nonce="${nonce}"><meta name="market-time" content="${marketTime}">`,
      ),
    );
}
