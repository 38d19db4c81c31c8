import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { ServerSettings } from '../services.ts';

/** Security headers of every answer. Styles need the nonce of their page; scripts may come only from our own files
 * and, in a page, from the one that the build has written there. */
export async function mountSecurityHeaders(app: FastifyInstance, settings: ServerSettings): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...settings.signInOrigins],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        // Strings written as HTML pass the one policy of the page (web/app/trusted-types.ts) or are refused.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['default'],
      },
    },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
  });
}
