import type { Call } from '#contract/call.ts';
import {
  acknowledgeExchangeKey,
  addExchangeKey,
  getExchangeKeys,
  openSimulatedAccount,
  removeExchangeKey,
  rotateExchangeKey,
  testExchangeKey,
} from '#contract/exchange-key.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { presentExchangeKey } from './present-exchange-key.ts';
import { refuseOldSignIn } from './step-up.ts';
import { dropKey, keyFactsOf, storeAcknowledgement, storeNewKey } from './stored-key.ts';

/** What a test of a key counts of its user's share: so much that nobody tries one key after another. */
const REQUESTS_OF_A_TEST = 2;

type Asked = Pick<Context<Call>, 'caller' | 'services' | 'read'>;

/**
 * Keys of the exchange account. No answer contains a secret: only whether there is a key, its last four characters and
 * its permissions.
 */
export function exchangeKeyRoutes(): Route[] {
  const countTest = ({ caller, services }: Asked) => services.exchangeShare.take(caller.userId, REQUESTS_OF_A_TEST);
  return [
    route(getExchangeKeys, async (context) => ({ items: [await present(context)] })),

    route(addExchangeKey, async (context) => {
      if (!context.isRepeat) {
        refuseOldSignIn(context);
        const before = await keyFactsOf(context);
        if (before?.lastFour != null) throw new ProblemError('EXCHANGE_KEY_PRESENT');
        countTest(context);
        await storeNewKey(context, { before, credentials: context.body });
      }
      return present(context);
    }),

    route(rotateExchangeKey, async (context) => {
      if (!context.isRepeat) {
        refuseOldSignIn(context);
        const before = await presentKeyOf(context);
        countTest(context);
        await storeNewKey(context, { before, credentials: context.body });
      }
      return present(context);
    }),

    route(openSimulatedAccount, async (context) => {
      if (!context.isRepeat) {
        refuseOldSignIn(context);
        const { openAccount } = context.services.keys;
        if (openAccount === null) throw new ProblemError('EXCHANGE_KEY_NOT_SIMULATED');
        const before = await keyFactsOf(context);
        if (before?.lastFour != null) throw new ProblemError('EXCHANGE_KEY_PRESENT');
        countTest(context);
        await storeNewKey(context, { before, credentials: await openAccount(context.caller.userId) });
      }
      return present(context);
    }),

    route(testExchangeKey, async (context) => {
      await presentKeyOf(context);
      countTest(context);
      const outcome = await context.services.keys.signer.check(context.caller.userId);
      if (outcome === 'unreachable') throw new ProblemError('EXCHANGE_UNAVAILABLE');
      if (outcome === 'absent') throw new ProblemError('EXCHANGE_KEY_NOT_FOUND');
      context.services.touches.tell(context.caller.userId, 'exchange-keys');
      return present(context);
    }),

    route(removeExchangeKey, async (context) => {
      if (!context.isRepeat) {
        refuseOldSignIn(context);
        await dropKey(context, await presentKeyOf(context));
      }
      return present(context);
    }),

    route(acknowledgeExchangeKey, async (context) => {
      if (!context.isRepeat) {
        const before = await presentKeyOf(context);
        if (before.version !== context.body.version) throw new ProblemError('VERSION_CONFLICT');
        if (before.checkOutcome !== 'unknown') throw new ProblemError('EXCHANGE_KEY_PERMISSIONS_KNOWN');
        await storeAcknowledgement(context, before.version);
      }
      return present(context);
    }),
  ];
}

async function presentKeyOf(context: Asked) {
  const facts = await keyFactsOf(context);
  if (facts?.lastFour == null) throw new ProblemError('EXCHANGE_KEY_NOT_FOUND');
  return facts;
}

async function present(context: Asked) {
  const { services, caller } = context;
  const reading = services.keys.reader.readingOf(caller.userId);
  return presentExchangeKey(services.settings.environment, await keyFactsOf(context), reading);
}
