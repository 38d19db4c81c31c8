import type { ClientErrorCode } from '../../client-error-code.ts';

type Needed = Readonly<Record<`problem.${ClientErrorCode}`, string> & Record<string, string>>;

/** What can go wrong before anybody is signed in: the server or its sign-in service does not answer as it should. */
export const firstProblems = {
  'problem.HOST_FOREIGN':
    'The program does not know this address. Use localhost or an IP address, or name it in PUBLIC_ORIGINS.',
  'problem.ORIGIN_FOREIGN': 'Pages of other sites cannot use the program.',
  'problem.ROUTE_UNKNOWN': 'This address does not exist.',
  'problem.TOO_MANY_REQUESTS': 'Too many requests. Wait a moment and try again.',
  'problem.INTERNAL_ERROR': 'Something went wrong on the server. The server log has the details.',
  'problem.IDENTITY_UNAVAILABLE': 'The sign-in service does not answer. Try again in a moment.',
  'problem.OVERLOADED': 'The server is overloaded. Try again in a moment.',
  'problem.DATABASE_UNAVAILABLE': 'The database does not answer. Try again in a moment.',
  'problem.DISK_FULL': 'The disk of the server is full, so nothing was changed. Free up space, then try again.',
  'problem.STARTING': 'The server is still starting.',
  'problem.NETWORK':
    'The server does not answer. While it runs, your bots keep trading without this page. Check the connection and try again.',
  'problem.TIMEOUT': 'The server did not answer in time. Try again.',
  'problem.BAD_REQUEST': 'The server did not understand the request. Reload the page and try again.',
  'problem.BAD_RESPONSE': 'The server’s answer could not be read. Reload the page; the server may have been updated.',
  'problem.CANCELLED': 'The request was cancelled.',
  'problem.UNEXPECTED': 'Something went wrong on this page. Reload it and try again.',
  'problem.UNKNOWN': 'The server rejected the request with code {code}.',
  'problem.requestId': 'Request ID in the server log: {id}.',
} as const satisfies Needed;
