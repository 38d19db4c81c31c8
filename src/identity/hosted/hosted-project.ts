/** A project of Firebase Authentication. */
export interface HostedProject {
  readonly projectId: string;
  /** The web API key; it names the project and is no secret. */
  readonly apiKey: string;
  /** Origin of a stand-in for all of Google's hosts, without a trailing slash; null for Google. */
  readonly origin: string | null;
}

/** Origins that the browser's SDK calls; the content security policy allows exactly these. */
export const GOOGLE_SIGN_IN_ORIGINS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

const KEYS_PATH = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** The issuer of a project's ID tokens: https://firebase.google.com/docs/auth/admin/verify-id-tokens */
export function issuerOf({ projectId }: Pick<HostedProject, 'projectId'>): string {
  return `https://securetoken.google.com/${projectId}`;
}

/** The id of a hosted user in this database. It includes the issuer; ids of embedded users never contain a colon. */
export function hostedUserId({ projectId }: Pick<HostedProject, 'projectId'>, subject: string): string {
  return `${projectId}:${subject}`;
}

/** Where the public keys of ID tokens are published. */
export function keysUrl({ origin }: Pick<HostedProject, 'origin'>): URL {
  return new URL(`${origin ?? 'https://www.googleapis.com'}${KEYS_PATH}`);
}

/** Where an account is looked up by its ID token. */
export function lookupUrl({ origin, apiKey }: HostedProject): URL {
  const host = origin === null ? 'https://identitytoolkit.googleapis.com' : `${origin}/identitytoolkit.googleapis.com`;
  return new URL(`${host}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`);
}
