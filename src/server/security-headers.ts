import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { ServerSettings } from './services.ts';

/** Where the official sign-in SDK calls when the accounts live at Google. */
const hostedIdentity = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Security headers of every answer. Styles carry the nonce of their page, scripts come from our own files only. */
export async function mountSecurityHeaders(app: FastifyInstance, settings: ServerSettings): Promise<void> {
  const identityHosts = settings.identity.isEmbedded ? [] : hostedIdentity;
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
        'connect-src': ["'self'", ...identityHosts],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
  });
}
